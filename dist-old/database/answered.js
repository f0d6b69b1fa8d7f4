"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
exports.answered = answered;
exports.answeredOn = answeredOn;
/** The server has said nothing for as long as one waits for it. Whether it did what it was told is not known. */
class NoAnswer extends Error {
    constructor(seconds) {
        super(`the database has not answered for ${seconds} seconds`);
        this.code = 'ETIMEDOUT';
    }
}
/**
 * Waits for an answer of a database server, and no longer: then it ends the connection. A connection that dies in silence (a firewall
 * has forgotten it, a cable is out) would else keep whoever waits for it until TCP gives up, a quarter of an hour later. As the
 * connection is gone, all that waits for it fails the way it does when one is lost, and no answer of it can be taken for another's.
 * @param seconds for this one statement
 */
async function answered(runner, seconds, ask) {
    return answeredOn((await runner.connect()), seconds, ask);
}
async function answeredOn({ stream }, seconds, ask) {
    const timer = setTimeout(() => stream.destroy(new NoAnswer(seconds)), seconds * 1_000);
    try {
        return await ask();
    }
    finally {
        clearTimeout(timer);
    }
}
//# sourceMappingURL=answered.js.map