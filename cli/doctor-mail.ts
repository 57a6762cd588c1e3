import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { senderAddress } from '../http/sis/mail/send'
import type { Finding } from './finding'

const NAME = 'e-mail: domínio'
const LATE_MS = 3_000
/** Names that stand for no domain of the internet (RFC 2606, RFC 6762). */
const RESERVED = /(?:^|\.)(?:localhost|local|internal|test|example|invalid)$/

/** How the domain that mails come from is looked at. */
export interface MailDomain {
  readonly smtpUrl: string
  /** The selector of the key that the mail server signs with. */
  readonly selector?: string | undefined
  /** A name server to ask in place of the machine's: `127.0.0.1:5353`. */
  readonly dns?: string | undefined
}

/**
 * Whether receivers can prove that mails are ours: SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489) of the domain that they come from, as its name servers tell them. What is missing is no
 * fault of the server: mails go, and many end among unwanted ones.
 */
export async function mailDomainFinding({ smtpUrl, selector, dns }: MailDomain): Promise<Finding> {
  const domain = senderAddress(new URL(smtpUrl))
    .replace(/^.*@|>$/g, '')
    .toLowerCase()
  if (!domain.includes('.') || isIP(domain) !== 0 || (RESERVED.test(domain) && dns === undefined))
    return { name: NAME, state: 'ok', detail: `${domain} não é um domínio da internet: nada a conferir` }
  const resolver = new Resolver({ timeout: LATE_MS, tries: 1 })
  if (dns !== undefined) resolver.setServers([dns])
  const missing: string[] = []
  try {
    const [spf, dmarc] = [await texts(resolver, domain), await texts(resolver, `_dmarc.${domain}`)]
    if (spf.filter((one) => /^v=spf1(?: |$)/i.test(one)).length !== 1) missing.push(`um registro SPF em ${domain}`)
    if (!dmarc.some((one) => /^v=DMARC1\b/i.test(one))) missing.push(`DMARC em _dmarc.${domain}`)
    if (selector === undefined) missing.push('o seletor do DKIM (PRUMO_DKIM) para conferir a assinatura')
    else {
      const place = `${selector}._domainkey.${domain}`
      if (!(await texts(resolver, place)).some((one) => /(?:^|;)\s*p=[^;\s]/.test(one)))
        missing.push(`a chave DKIM em ${place}`)
    }
  } catch {
    const mend = 'Confira a rede e o servidor de nomes (DNS) desta máquina.'
    return { name: NAME, state: 'atenção', detail: `${domain}: o servidor de nomes não respondeu`, mend }
  }
  if (missing.length === 0) return { name: NAME, state: 'ok', detail: `${domain}: SPF, DKIM e DMARC publicados` }
  return {
    name: NAME,
    state: 'atenção',
    detail: `${domain}: falta ${missing.join('; ')}`,
    mend: 'Publique os registros no DNS do domínio: sem eles, muitos e-mails vão para o lixo eletrônico.',
  }
}

const NOWHERE = new Set(['ENOTFOUND', 'ENODATA'])

/** The texts of a name, none where it has none. Throws where nobody answers. */
async function texts(resolver: Resolver, name: string): Promise<readonly string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && NOWHERE.has(String(error.code))) return []
    throw error
  }
}
