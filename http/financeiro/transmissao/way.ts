import { outside, type Services } from '../../platform/app'
import type { Asked, Sent } from '../../platform/exchange/exchange'
import { NotSent } from '../../platform/exchange/exchange'
import type { Row } from '../../platform/resource'
import { secretOf } from '../../platform/secrets'
import { banco } from '../caixa'
import { identityIn, privateKeyIn } from './account'
import { type ApiAccount, findFile, knock, postFile } from './bank-api'
import { folderOf } from './folder'
import { askOf, type Given, type Place, putInto, type Receipt } from './place'
import { bySftp, type SftpAccount } from './sftp'

/** How the files of an account are handed over. */
export interface Way {
  readonly send: (chave: string, given: Given, signal: AbortSignal) => Promise<Sent<Receipt>>
  readonly ask: (chave: string, given: Given, signal: AbortSignal) => Promise<Asked<Receipt>>
  /** Goes there and leaves nothing. Throws what sending would. */
  readonly tryOut: (signal: AbortSignal) => Promise<void>
}

type WithPlace = <T>(signal: AbortSignal, run: (place: Place) => Promise<T>) => Promise<T>

const intoPlace = (within: WithPlace): Way => ({
  send: (_chave, given, signal) => within(signal, (place) => putInto(place, given)),
  ask: (_chave, given, signal) => within(signal, (place) => askOf(place, given)),
  tryOut: (signal) => within(signal, (place) => place.check()),
})

const throughApi = (account: ApiAccount): Way => ({
  send: (chave, given, signal) => postFile(account, chave, given, signal),
  ask: (chave, given, signal) => findFile(account, chave, given, signal),
  tryOut: (signal) => knock(account, signal),
})

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The way of an account as its record says now: a corrected password counts for what still waits. Throws NotSent where it says none, or the server has no folder. */
export function wayOf(services: Services, account: Row): Way {
  const reach = outside(services)
  const { allowPrivate } = reach
  const secret = (field: string) => secretOf({ outside: reach }, banco, account, field)
  const [endereco, usuario] = [text(account.transmissao_endereco), text(account.transmissao_usuario)]
  const [senha, chave, pasta] = [
    secret('transmissao_senha'),
    secret('transmissao_chave'),
    text(account.transmissao_pasta),
  ]
  if (account.transmissao_via === 'sftp') {
    const impressao = text(account.transmissao_impressao) || null
    const sftp: SftpAccount = {
      endereco,
      usuario,
      senha,
      chave: privateKeyIn(chave ?? ''),
      impressao,
      pasta,
      allowPrivate,
    }
    return intoPlace((signal, run) => bySftp(sftp, signal, run))
  }
  if (account.transmissao_via === 'api') {
    const identity = chave === undefined ? undefined : identityIn(chave)
    const tokenUrl = text(account.transmissao_token_url)
    return throughApi({ url: endereco, tokenUrl, usuario, senha: senha ?? '', identity, allowPrivate })
  }
  const { bankFolder } = services
  if (account.transmissao_via !== 'pasta') throw new NotSent('A conta caixa não diz como os arquivos vão ao banco.')
  if (bankFolder === undefined) throw new NotSent('A pasta dos bancos não está configurada no servidor (PRUMO_BANCO).')
  return intoPlace(async (_signal, run) => run(await folderOf(bankFolder, Number(account.empresa_id), pasta)))
}
