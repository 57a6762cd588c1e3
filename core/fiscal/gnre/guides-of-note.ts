import { type Amount, decimal } from '../../money/decimal'
import type { Guide, GuideItem } from './guide'
import { findRule, type StateRule } from './rules'

/** Taxes of a note that are paid by a guide, each by operation: the destination's share, substitution, and the poverty fund where it has a guide of its own. */
const DIFAL = '100102'
const ST = '100099'
const FUND = '100129'

/** Kinds of document of origin: the note's key, and its number. */
const BY_KEY = '22'
const BY_NUMBER = '10'

/** A note whose taxes go to another state. */
export interface TaxedNote {
  readonly chNFe: string
  readonly nNF: string
  readonly UF: string
  readonly vICMSUFDest: Amount
  readonly vFCPUFDest: Amount
  readonly vST: Amount
  readonly vFCPST: Amount
  readonly dataVencimento: string
  readonly dataPagamento: string
  readonly emitente: NonNullable<Guide['contribuinteEmitente']>
  readonly destinatario: NonNullable<GuideItem['contribuinteDestinatario']>
}

/**
 * The guides that a note asks for: one for each state, tax and document. The poverty fund goes in the guide of its tax where the state takes it there (`valorFecp`), and in one
 * of its own where it does not. What is nothing has no guide.
 */
export function guidesOfNote(note: TaxedNote, rules: readonly StateRule[]): readonly Guide[] {
  return [
    ...guidesOf(note, rules, { receita: DIFAL, tax: note.vICMSUFDest, fund: note.vFCPUFDest }),
    ...guidesOf(note, rules, { receita: ST, tax: note.vST, fund: note.vFCPST }),
  ]
}

interface Taxes {
  readonly receita: string
  readonly tax: Amount
  readonly fund: Amount
}

function guidesOf(note: TaxedNote, rules: readonly StateRule[], { receita, tax, fund }: Taxes): Guide[] {
  const rule = findRule(rules, note.UF, receita)
  const together = rule !== undefined && rule.valorFecp !== 'N' && !decimal(tax).isZero()
  const first = [...valued('11', tax), ...(together ? valued('12', fund) : [])]
  const alone = together ? [] : valued('11', fund)
  const ruleAlone = findRule(rules, note.UF, FUND)
  return [
    ...(first.length > 0 ? [guideOf(note, receita, first, rule)] : []),
    ...(alone.length > 0 ? [guideOf(note, FUND, alone, ruleAlone)] : []),
  ]
}

const valued = (tipo: string, value: Amount): GuideItem['valores'] =>
  decimal(value).sign() > 0 ? [{ tipo, valor: decimal(value).toFixed(2) }] : []

function guideOf(note: TaxedNote, receita: string, valores: GuideItem['valores'], rule: StateRule | undefined): Guide {
  const documentoOrigem = originOf(note, rule)
  return {
    ufFavorecida: note.UF,
    tipoGnre: '0',
    contribuinteEmitente: note.emitente,
    itens: [
      {
        receita,
        ...(documentoOrigem ? { documentoOrigem } : {}),
        ...(rule?.exigeReferencia ? { referencia: monthOf(note.dataVencimento, rule) } : {}),
        ...(rule?.exigeVencimento === false ? {} : { dataVencimento: note.dataVencimento }),
        valores,
        ...(rule?.exigeDestinatario === false ? {} : { contribuinteDestinatario: note.destinatario }),
      },
    ],
    ...(rule?.exigePagamento === false ? {} : { dataPagamento: note.dataPagamento }),
  }
}

/** By its key where the state takes it (the layout has no room for a key with letters), else by its number. */
function originOf({ chNFe, nNF }: TaxedNote, rule: StateRule | undefined): GuideItem['documentoOrigem'] {
  if (rule?.exigeDocumento === false) return undefined
  const kinds = rule?.tiposDocumento.map(({ codigo }) => codigo) ?? []
  const isByKey = kinds.includes(BY_KEY) && /^\d{44}$/.test(chNFe)
  return isByKey ? { tipo: BY_KEY, numero: chNFe } : { tipo: BY_NUMBER, numero: nNF }
}

const monthOf = (day: string, { exigePeriodo }: StateRule): GuideItem['referencia'] => ({
  ...(exigePeriodo ? { periodo: '0' } : {}),
  mes: day.slice(5, 7),
  ano: day.slice(0, 4),
})
