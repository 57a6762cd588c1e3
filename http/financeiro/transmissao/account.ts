import { isAbsolute } from 'node:path'
import { transmissaoFields } from '../../../core/fields/financeiro/transmissao'
import { can } from '../../../core/access'
import type { Outside } from '../../platform/context'
import { forbidden, invalid } from '../../platform/errors'
import { checkedUrl, RefusedAddress } from '../../platform/outside/address'
import type { Identity } from '../../platform/outside/call'
import type { Ctx } from '../../platform/context'
import type { Draft, Row } from '../../platform/resource'

/** What a cash account says of how its files go to the bank, checked as it is saved. */

const NAMES = Object.keys(transmissaoFields)

/** Where payments are sent is said by who manages them. Throws 403. */
export function assertMayReroute(ctx: Ctx, { before, values }: Draft): void {
  const isChanged = NAMES.some(
    (name) => values[name] !== undefined && String(values[name] ?? '') !== String(before?.[name] ?? ''),
  )
  if (isChanged && !can(ctx.actor, 'manage', 'remessa_retorno'))
    throw forbidden('Só quem gerencia remessas muda a transmissão ao banco.')
}

/** A folder below another: no way out of it. */
const isBelow = (pasta: string): boolean =>
  !isAbsolute(pasta) && /^[\w.-]+(?:\/[\w.-]+)*$/.test(pasta) && !pasta.split('/').some((part) => /^\.+$/.test(part))

const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?$/i
const MISSING = 'Informe, para transmitir por este meio.'

/** What is wrong with what an account says, by field. */
function faultsOf(
  { before, values }: Draft,
  { allowPrivate }: Pick<Outside, 'allowPrivate'>,
): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  const said: Row = { ...before, ...values }
  const text = (name: string): string => (typeof said[name] === 'string' ? said[name] : '')
  /** What is stored is sealed: only what comes in now can be read. */
  const isTyped = (name: string): boolean => typeof values[name] === 'string' && values[name] !== ''
  const need = (name: string) => {
    if (text(name) === '') faults[name] = [MISSING]
  }
  const address = (name: string, prefix = '') => {
    need(name)
    try {
      if (text(name) !== '') checkedUrl(`${prefix}${text(name)}`, { allowPrivate })
    } catch (error) {
      if (!(error instanceof RefusedAddress)) throw error
      faults[name] = [error.message]
    }
  }
  if (said.transmissao_via === 'pasta' && !isBelow(text('transmissao_pasta')))
    faults.transmissao_pasta = ['Informe uma pasta com letras, números, - e _, abaixo da pasta dos bancos no servidor.']
  if (said.transmissao_via === 'sftp') {
    address('transmissao_endereco', 'https://')
    if (text('transmissao_endereco') !== '' && !HOST.test(text('transmissao_endereco')))
      faults.transmissao_endereco = ['Informe servidor ou servidor:porta.']
    need('transmissao_usuario')
    if (text('transmissao_senha') === '' && text('transmissao_chave') === '')
      faults.transmissao_senha = ['Informe a senha ou a chave privada.']
    if (isTyped('transmissao_chave') && privateKeyIn(text('transmissao_chave')) === undefined)
      faults.transmissao_chave = ['Cole a chave privada inteira, em PEM, com as linhas BEGIN e END.']
  }
  if (said.transmissao_via === 'api') {
    for (const name of ['transmissao_endereco', 'transmissao_token_url']) address(name)
    for (const name of ['transmissao_usuario', 'transmissao_senha']) need(name)
    if (isTyped('transmissao_chave') && !identityIn(text('transmissao_chave')))
      faults.transmissao_chave = ['Cole o certificado e a chave dele, em PEM.']
  }
  return faults
}

/** Throws 422 by field for a way that could not be gone. */
export function checkTransmission(ctx: Pick<Ctx, 'outside'>, draft: Draft): void {
  if (!NAMES.some((name) => draft.values[name] !== undefined)) return
  const faults = faultsOf(draft, ctx.outside)
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

const PEM = /-----BEGIN ([A-Z ]+)-----([\s\S]+?)-----END \1-----/g

/** The blocks of a text in PEM, in lines again: what is typed into one field has lost them. */
const blocksIn = (text: string) =>
  [...text.matchAll(PEM)].map(([, kind = '', body = '']) => {
    const lines = body.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? []
    return { kind, block: [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ''].join('\n') }
  })

/** A private key as it is read by programs; undefined where there is none. */
export const privateKeyIn = (text: string): string | undefined =>
  blocksIn(text).find(({ kind }) => kind.endsWith('PRIVATE KEY'))?.block

/** The certificates and the private key in a text; undefined where one of the two is missing. */
export function identityIn(text: string): Identity | undefined {
  const cert = blocksIn(text).filter(({ kind }) => kind === 'CERTIFICATE')
  const key = privateKeyIn(text)
  return cert.length === 0 || key === undefined ? undefined : { cert: cert.map(({ block }) => block).join(''), key }
}
