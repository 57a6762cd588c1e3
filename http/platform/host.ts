/** A name or address with an optional port, as the header of a call may say it. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]{0,252}[a-z\d.])?|\[[a-f\d:.]{2,45}\])(?::\d{1,5})?$/i
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** What a server knows of its own names. */
export interface Names {
  /** The address that it listens at. */
  readonly host: string
  readonly publicUrl: string | undefined
}

const nameOf = (host: string): string => host.replace(/:\d+$/, '')

/**
 * What is wrong with the `Host` of a call; undefined for nothing. One that listens on this machine alone answers to this machine's names and its public
 * one: another name that leads here is a page of somebody else's that would read us through a visitor's browser (DNS rebinding).
 */
export function hostFault(request: Request, { host, publicUrl }: Names): string | undefined {
  const told = request.headers.get('Host') ?? ''
  if (!HOST.test(told)) return 'O cabeçalho Host da chamada não é válido.'
  const isLocal = LOOPBACK.test(host.includes(':') ? `[${host}]` : host)
  if (!isLocal || LOOPBACK.test(nameOf(told))) return undefined
  const own = URL.parse(publicUrl ?? '')?.hostname
  if (own?.toLowerCase() === nameOf(told).toLowerCase()) return undefined
  return 'Este servidor não responde por este endereço: informe-o em PRUMO_URL.'
}
