import { formatCurrency } from '../../br/number'
import { openNfe } from '../nfe-file'
import type { Epec } from '../services/event'
import { child, text } from '../xml'
import type { Place, Problem } from './problems'

/** What an EPEC tells of a note, beside which program tells it. */
type Told = Omit<Epec, 'verAplic'>

/** What an EPEC tells of a note, read from its XML. Throws what `openNfe` throws. */
export function epecOf(xml: string): Told {
  const { inf, ide } = openNfe(xml)
  const at = (...path: readonly string[]): string | undefined => text(inf, ...path) ?? undefined
  const total = (name: string): string => at('total', 'ICMSTot', name) ?? '0.00'
  const CNPJ_CPF = at('dest', 'CNPJ') ?? at('dest', 'CPF')
  const IE = at('dest', 'IE')
  const id = CNPJ_CPF === undefined ? { idEstrangeiro: at('dest', 'idEstrangeiro') ?? '' } : { CNPJ_CPF }
  const dest = { UF: at('dest', 'enderDest', 'UF') ?? '', ...id, ...(IE === undefined ? {} : { IE }) }
  return {
    dhEmi: text(ide, 'dhEmi') ?? '',
    tpNF: text(ide, 'tpNF') === '0' ? '0' : '1',
    IE: at('emit', 'IE') ?? '',
    ...(child(inf, 'dest') === undefined ? {} : { dest }),
    vNF: total('vNF'),
    vICMS: total('vICMS'),
    vST: total('vST'),
  }
}

const who = ({ dest }: Told): string => [dest?.UF, dest?.CNPJ_CPF ?? dest?.idEstrangeiro, dest?.IE].join(' ').trim()

/** What may not change, as people call it, and where it is mended. */
const FROZEN: readonly (readonly [name: string, value: (told: Told) => string, place?: Place])[] = [
  ['a data de emissão', ({ dhEmi }) => dhEmi],
  ['o sentido da operação', ({ tpNF }) => tpNF],
  ['a inscrição estadual da empresa', ({ IE }) => IE, { resource: 'empresa', field: 'IE' }],
  ['o destinatário', who, { resource: 'cliente', field: 'CNPJ_CPF' }],
  ['o total da nota', ({ vNF }) => vNF, { resource: 'venda', field: 'vTotal' }],
  ['o total do ICMS', ({ vICMS }) => vICMS, { resource: 'tributacao', field: 'pICMS' }],
  ['o total do ICMS-ST', ({ vST }) => vST, { resource: 'tributacao', field: 'pICMSST' }],
]

const AMOUNT = /^\d+\.\d{2}$/
const said = (value: string): string => (AMOUNT.test(value) ? formatCurrency(value) : value || 'nenhum')

/** In what a note that already went out in contingency would be another one: what its paper and its EPEC told is mended around, never changed (rejection 467). */
export function frozenFaults(left: string, now: string): readonly Problem[] {
  const [before, after] = [epecOf(left), epecOf(now)]
  return FROZEN.flatMap(([name, value, place]) => {
    const [was, is] = [value(before), value(after)]
    if (was === is) return []
    const message = `A nota saiu em contingência, e ${name} não pode mudar: era ${said(was)}, e agora seria ${said(is)}.`
    return [{ cStat: '467', message, ...(place === undefined ? {} : { place }) }]
  })
}
