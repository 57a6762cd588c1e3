/**
 * The address of a database as the library of the job queue takes it: with it, as with our own driver, `sslmode` is what PostgreSQL itself means by it (libpq, "SSL
 * Support"): `require` encrypts, and only `verify-full` asks who answers. By itself the library asks it always, and refuses a server with a certificate of its own.
 */
export const queueAddress = (url: string): string => (/[?&]sslmode=/.test(url) ? `${url}&uselibpqcompat=true` : url)
