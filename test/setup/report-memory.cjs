// Preloaded into a process by a test: says at its end how much memory it had at most, in bytes.
process.on('exit', () => process.stderr.write(`max-rss ${process.resourceUsage().maxRSS * 1024}\n`));
