import { child, text } from '../xml'
import type { DanfeEmitter, DanfeParty } from './types'
import { cepText, joined, phoneText, taxIdText } from './write'

/** A party of the note with its address, which lies in a group of its own or beside the name (collection, delivery). */
export function partyOf(node: unknown, addressName?: string): DanfeParty {
  const address = addressName === undefined ? node : child(node, addressName)
  const at = (name: string) => text(address, name) ?? ''
  return {
    name: text(node, 'xNome') ?? '',
    fantasy: text(node, 'xFant') ?? '',
    taxId: taxIdText({ CNPJ: text(node, 'CNPJ'), CPF: text(node, 'CPF') }) || (text(node, 'idEstrangeiro') ?? ''),
    IE: text(node, 'IE') ?? '',
    street: joined([joined([at('xLgr'), at('nro')], ', '), at('xCpl')], ' - '),
    district: at('xBairro'),
    town: at('xMun'),
    UF: at('UF'),
    CEP: cepText(at('CEP')),
    phone: phoneText(at('fone')),
    email: text(node, 'email') ?? at('email'),
  }
}

export function emitterOf(node: unknown): DanfeEmitter {
  return { ...partyOf(node, 'enderEmit'), IEST: text(node, 'IEST') ?? '', IM: text(node, 'IM') ?? '' }
}

/** Who carries has its street written in one, and no district. */
export function carrierOf(node: unknown): DanfeParty {
  return { ...partyOf(node), street: text(node, 'xEnder') ?? '' }
}
