"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.STEP_BADGES = exports.FONT = exports.DARK = exports.LIGHT = void 0;
exports.LIGHT = {
    ground: '#eef1f5',
    card: '#ffffff',
    line: '#d8dee6',
    ink: '#1b2028',
    soft: '#5a6472',
    link: '#0a55c4',
    button: '#0a55c4',
    steps: {
        major: ['#fde4e1', '#a01c10'],
        minor: ['#dfeafc', '#1a4594'],
        patch: ['#daf3e3', '#0c5a34'],
        other: ['#e8ebf0', '#454f5c'],
    },
};
exports.DARK = {
    ground: '#0e1116',
    card: '#171b22',
    line: '#2d343f',
    ink: '#e8ebef',
    soft: '#9ba6b4',
    link: '#7fb4ff',
    button: '#2764d8',
    steps: {
        major: ['#4d1f1b', '#ffb4aa'],
        minor: ['#1a325c', '#a9cbff'],
        patch: ['#113f2a', '#8be0b0'],
        other: ['#2b323c', '#c6cdd6'],
    },
};
/** Without quotes: it stands in attributes and in a style element whose text is not to change by escaping. */
exports.FONT = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
/** What a badge says. */
exports.STEP_BADGES = {
    major: 'Major update',
    minor: 'Minor update',
    patch: 'Patch',
    other: 'Update',
};
//# sourceMappingURL=look.js.map