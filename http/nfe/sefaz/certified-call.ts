import { readFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import type { KeyPair } from '../../cadastros/empresa/certificado/certificado'
import { type Answered, call, type Call } from '../../platform/outside/call'

/** How an authority is called: the company's certificate, and what a server's setting puts in the authority's place. */
export interface Certified {
  readonly pair: Pick<KeyPair, 'key' | 'cert' | 'chain'>
  /** Answers instead of the authority: a simulator, or a proxy; the path stays. */
  readonly server: string | undefined
  /** A PEM file of authorities that a service's certificate is judged by, beside the common ones. */
  readonly ca: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Calls an authority with the company's certificate. Throws what `call` throws. */
export async function certifiedCall(
  { pair, server, ca, signal }: Certified,
  { url, headers, ...asked }: Pick<Call, 'url' | 'method' | 'headers' | 'body' | 'timeoutMs' | 'limit'>,
): Promise<Answered> {
  return call({
    ...asked,
    url: server === undefined ? url : replaced(url, server),
    // Whom the call is for, where one server answers for all of them.
    headers: { ...headers, ...(server === undefined ? {} : { 'X-Forwarded-Host': new URL(url).host }) },
    allowPrivate: server !== undefined,
    identity: { key: pair.key, cert: [pair.cert, ...pair.chain].join('\n') },
    authorities: ca === undefined ? undefined : [...rootCertificates, await readFile(ca, 'utf8')],
    cancel: signal,
  })
}

/** The same path at another server. */
function replaced(url: string, server: string): string {
  const { pathname } = new URL(url)
  return `${server.replace(/\/+$/, '')}${pathname}`
}
