/** Loaded before a server: on SIGUSR2 it lets go of its garbage, so that what is measured is what it keeps. */
process.on('SIGUSR2', () => Bun.gc(true))
