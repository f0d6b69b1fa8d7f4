"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.SnakeNamingStrategy = void 0;
const typeorm_1 = require("typeorm");
const snake = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
/** `createdAt` in a class is `created_at` in a table. */
class SnakeNamingStrategy extends typeorm_1.DefaultNamingStrategy {
    tableName(targetName, userSpecifiedName) {
        return userSpecifiedName ?? snake(targetName);
    }
    columnName(propertyName, customName, prefixes) {
        return snake([...prefixes, customName ?? propertyName].join('_'));
    }
    joinColumnName(relationName, referencedColumnName) {
        return snake(`${relationName}_${referencedColumnName}`);
    }
}
exports.SnakeNamingStrategy = SnakeNamingStrategy;
//# sourceMappingURL=snake-naming.strategy.js.map