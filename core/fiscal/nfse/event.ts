import { CoreError } from '../../errors'
import { nfseSetOn } from '../layout/nfse-layouts'
import type { Branch, Written } from '../layout/write'
import type { TpAmb } from '../services/requests'
import { SYSTEM } from '../services/service'
import { taxIdName } from '../services/write-xml'
import { writeNfse } from './dps-xml'

/** What events of a note say, by their official number. */
export type NfseEventDetail =
  /** Cancelled: 1 an error of issue, 2 the service was not done, 9 other. */
  | { readonly tpEvento: '101101'; readonly cMotivo: string; readonly xMotivo: string }
  /** The town is asked to cancel when the term is over. */
  | { readonly tpEvento: '101103'; readonly cMotivo: string; readonly xMotivo: string }
  /** Another note took its place: 01 to 05, 99 other. */
  | {
      readonly tpEvento: '105102'
      readonly cMotivo: string
      readonly xMotivo?: string
      readonly chSubstituta: string
    }

/** An event that is asked for. */
export type NfseEvent = NfseEventDetail & {
  readonly tpAmb: TpAmb
  /** Who asks. */
  readonly CNPJ_CPF: string
  /** 50 characters. */
  readonly chNFSe: string
  /** With the offset: `2026-11-20T10:00:00-03:00`. */
  readonly dhEvento: string
}

/** Their names, as the layout fixes them. */
const NAMES: Readonly<Record<NfseEvent['tpEvento'], string>> = {
  '101101': 'Cancelamento de NFS-e',
  '101103': 'Solicitação de Análise Fiscal para Cancelamento de NFS-e',
  '105102': 'Cancelamento de NFS-e por Substituição',
}

const KEY = /^\d{8}(?:1\d{14}|2[0-9A-Z]{14})\d{27}$/

/** The 50 characters of a note's key. Throws `invalid_access_key`. */
export function requireNfseKey(key: string): string {
  const plain = key.slice(0, 200).replaceAll(/\s/g, '')
  if (!KEY.test(plain)) throw new CoreError('invalid_access_key', 'Chave de NFS-e inválida.')
  return plain
}

/** The request for an event, to be signed (`infPedReg` is what the signature is of), and what the layout refuses of it. Throws `invalid_access_key`. */
export function nfseEventXml(event: NfseEvent): Written {
  const { tpEvento, tpAmb, CNPJ_CPF, dhEvento } = event
  const chNFSe = requireNfseKey(event.chNFSe)
  return writeNfse(nfseSetOn(dhEvento), 'pedRegEvento', 'TCPedRegEvt', {
    '@versao': '1.01',
    infPedReg: {
      '@Id': `PRE${chNFSe}${tpEvento}`,
      tpAmb,
      verAplic: SYSTEM,
      dhEvento,
      [`${taxIdName(CNPJ_CPF)}Autor`]: CNPJ_CPF,
      chNFSe,
      [`e${tpEvento}`]: detail(event),
    },
  })
}

function detail(event: NfseEvent): Branch {
  const { tpEvento, cMotivo, xMotivo } = event
  const why = { xDesc: NAMES[tpEvento], cMotivo, xMotivo }
  return event.tpEvento === '105102' ? { ...why, chSubstituta: requireNfseKey(event.chSubstituta) } : why
}
