"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
//# sourceMappingURL=reading.js.map