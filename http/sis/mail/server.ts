import { isIP } from 'node:net'
import { messageOf } from '../../../core/errors'
import { outside, type Services, withinCompany } from '../../platform/app'
import { find } from '../../platform/engine/write'
import { NotSent } from '../../platform/exchange/exchange'
import { bareHost, publicLookup } from '../../platform/outside/address'
import { resourceNamed } from '../../platform/resource'
import { secretOf } from '../../platform/secrets'

/** The server that takes a mail: the address that tells who it comes from, and how it is reached. */
interface MailServer {
  readonly url: string
  readonly transport: object
}

/** The mail server of a company, where it has one; else that of Prumo. Throws NotSent for one that may not be reached. */
export async function serverFor(services: Services, empresa_id: number): Promise<MailServer> {
  const company = resourceNamed('empresa')
  const own = await withinCompany(services, empresa_id, async (ctx) => {
    const record = await find(ctx, company, empresa_id)
    if (typeof record?.smtp_url !== 'string') return undefined
    return { url: new URL(record.smtp_url), pass: secretOf(ctx, company, record, 'smtp_senha') ?? '' }
  })
  const { smtpUrl = '' } = services
  if (own === undefined) return { url: smtpUrl, transport: { url: smtpUrl } }
  const { url, pass } = own
  const secure = url.protocol === 'smtps:'
  const name = bareHost(url)
  const user = decodeURIComponent(url.username)
  return {
    url: url.href,
    transport: {
      secure,
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      // The machine that was looked at, by the name that its certificate says.
      host: outside(services).allowPrivate ? name : await publicAddressOf(name),
      ...(isIP(name) === 0 ? { tls: { servername: name } } : {}),
      ...(user === '' ? {} : { auth: { user, pass } }),
    },
  }
}

/** An address of a machine that is none of the server's own network. */
async function publicAddressOf(name: string): Promise<string> {
  const found = Promise.withResolvers<string>()
  publicLookup()(name, { all: false }, (error, address) => {
    if (error) found.reject(new NotSent(messageOf(error)))
    else found.resolve(String(address))
  })
  return found.promise
}
