import { decimal } from '../../money/decimal'
import { child, parseXml, text } from '../xml'
import type { Guide } from './guide'
import type { TaxedNote } from './guides-of-note'

/** The taxes of a note that another state is owed, and who pays them: all that its guides are made of but their days. */
export type NoteTaxes = Omit<TaxedNote, 'dataVencimento' | 'dataPagamento'>

const OUTWARD = '1'
const BEYOND = '2'
/** Normal and complementary notes: what comes back or is adjusted owes nothing anew. */
const OWING: ReadonlySet<string> = new Set(['1', '2'])

/**
 * What a signed NF-e (its own XML) owes the state that its goods go to; undefined where that is none: within the state, returns, and notes without ST, DIFAL and FCP.
 * Throws `damaged_xml`.
 */
export function taxesOfNote(signed: string): NoteTaxes | undefined {
  const note = child(parseXml(signed), 'NFe', 'infNFe')
  const at = (...path: readonly string[]): string => text(note, ...path) ?? ''
  if (at('ide', 'tpNF') !== OUTWARD || at('ide', 'idDest') !== BEYOND || !OWING.has(at('ide', 'finNFe')))
    return undefined
  const total = (name: string): string => at('total', 'ICMSTot', name) || '0'
  const taxes = {
    vICMSUFDest: total('vICMSUFDest'),
    vFCPUFDest: total('vFCPUFDest'),
    vST: total('vST'),
    vFCPST: total('vFCPST'),
  }
  if (Object.values(taxes).every((value) => decimal(value).isZero())) return undefined
  const { UF, ...emitente } = partyOf(note, 'emit', 'enderEmit')
  const { UF: to, endereco: _, cep: __, telefone: ___, ...destinatario } = partyOf(note, 'dest', 'enderDest')
  return {
    ...taxes,
    chNFe: at('@Id').replace(/^NFe/, ''),
    nNF: at('ide', 'nNF'),
    UF: to,
    emitente: { ...emitente, uf: UF },
    destinatario,
  }
}

/** As much of a name or an address as a guide has room for. */
const LONGEST = 60
/** A town without the two digits of its state. */
export const townOf = (cMun: string): string => cMun.slice(2)
/** A text as long as a guide takes it, without blanks at its ends. */
export const fitted = (value: string): string => value.slice(0, LONGEST).trim()

/** What a guide says of whoever pays it. */
export const emitterOf = (party: {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly cMun: string
  readonly CEP: string
  readonly fone: string
}): Required<Omit<NonNullable<Guide['contribuinteEmitente']>, 'uf' | 'telefone'>> & { readonly telefone?: string } => {
  const fone = party.fone.replaceAll(/\D/g, '').slice(-11)
  return {
    identificacao: party.id.length === 11 ? { CPF: party.id } : { CNPJ: party.id },
    razaoSocial: fitted(party.name),
    endereco: fitted(party.address),
    municipio: townOf(party.cMun),
    cep: party.CEP.replaceAll(/\D/g, ''),
    ...(fone.length < 6 ? {} : { telefone: fone }),
  }
}

function partyOf(note: unknown, name: 'emit' | 'dest', address: string) {
  const at = (...path: readonly string[]): string => text(note, name, ...path) ?? ''
  return {
    UF: at(address, 'UF'),
    ...emitterOf({
      id: at('CNPJ') || at('CPF'),
      name: at('xNome'),
      address: [at(address, 'xLgr'), at(address, 'nro')].filter((one) => one !== '').join(', '),
      cMun: at(address, 'cMun'),
      CEP: at(address, 'CEP'),
      fone: at(address, 'fone'),
    }),
  }
}
