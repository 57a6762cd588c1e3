import { CoreError } from '../../errors'
import { type Decimal, sum } from '../../money/decimal'
import { isAmount } from '../amount-text'
import { GNRE_LAYOUT } from '../layout/gnre-layout'
import { tidyTree } from '../layout/tree'
import { type Branch, type Tree, type Written, writeXml } from '../layout/write'
import type { TpAmb } from '../services/requests'
import type { Guide, GuideItem } from './guide'

/** The namespace of the GNRE. */
const GNRE_NAMESPACE = 'http://www.gnre.pe.gov.br'
/** Guides of one lot: its answer has room for no more (schema of the result). */
export const GUIDE_LIMIT = 200

/** Of each tax, what it is made of where no total is told: principal, fine, interest, adjustment. */
const PARTS = ['1', '3', '4', '5'] as const
const TOTAL = '2'
const TAXES = ['1', '2'] as const

/** What an item comes to: of ICMS and of the poverty fund each its total, or else its parts. */
export function itemTotal({ valores }: GuideItem): Decimal {
  const of = (kinds: readonly string[], tax: string) =>
    valores.filter(({ tipo }) => kinds.some((kind) => tipo === kind + tax)).map(({ valor }) => valor)
  return sum(
    TAXES.flatMap((tax) => {
      const total = of([TOTAL], tax)
      return total.length > 0 ? total : of(PARTS, tax)
    }),
  )
}

/** What a guide comes to (valorGNRE). Throws `invalid_amount` for what is no amount. */
export const guideTotal = ({ itens }: Guide): Decimal => sum(itens.map(itemTotal))

/** Every value is an amount; one that is none is told by the layout, and nothing is added up. */
export const hasAmounts = ({ itens }: Guide): boolean =>
  itens.every(({ valores }) => valores.every(({ valor }) => isAmount(valor)))

/** A lot of guides, up to 200, and what the layout refuses of it. Throws `too_large`. */
export function gnreLotXml(guides: readonly Guide[]): Written {
  if (guides.length === 0 || guides.length > GUIDE_LIMIT)
    throw new CoreError('too_large', `Um lote tem de 1 a ${GUIDE_LIMIT} guias.`)
  const TDadosGNRE = guides.map((guide) => ({ '@versao': '2.00', ...guideTree(guide) }))
  return writeGnre('TLote_GNRE', { '@versao': '2.00', guias: { TDadosGNRE } })
}

/** Writes an element of the GNRE from plain values. */
function writeGnre(name: string, tree: Tree): Written {
  return writeXml(GNRE_LAYOUT, name, name, tidyTree(GNRE_LAYOUT, name, tree) ?? {}, GNRE_NAMESPACE)
}

function guideTree(guide: Guide): Branch {
  const { itens, ...rest } = guide
  return {
    ...rest,
    itensGNRE: { item: itens.map(itemTree) },
    valorGNRE: hasAmounts(guide) ? guideTotal(guide).toFixed(2) : undefined,
  }
}

function itemTree({ valores, documentoOrigem: origin, camposExtras, ...rest }: GuideItem): Branch {
  return {
    ...rest,
    documentoOrigem: origin && { '#text': origin.numero, '@tipo': origin.tipo },
    valor: valores.map(({ tipo, valor }) => ({ '#text': valor, '@tipo': tipo })),
    camposExtras: camposExtras && { campoExtra: camposExtras },
  }
}

/** What became of a lot, with the guides as PDF where they are wanted. */
export function lotResultRequest(query: {
  readonly ambiente: TpAmb
  /** 10 or 14 digits. */
  readonly numeroRecibo: string
  readonly pdf?: boolean
}): Written {
  const { ambiente, numeroRecibo, pdf = false } = query
  return writeGnre('TConsLote_GNRE', { ambiente, numeroRecibo, incluirPDFGuias: pdf ? 'S' : 'N' })
}

/** One guide that is asked for: by its barcode, its control number, or its document of origin. */
export interface GuideQuery {
  readonly uf: string
  readonly idConsulta?: string
  readonly codBarras?: string
  readonly numControle?: string
  readonly documentoOrigem?: { readonly tipo: string; readonly numero: string }
  readonly emitente?: { readonly CNPJ?: string; readonly CPF?: string; readonly IE?: string }
}

/** Questions in one message. */
const QUERY_LIMIT = 50

/** What the states know of guides, up to fifty. Throws `too_large`. */
export function guideQueryRequest(queries: readonly GuideQuery[]): Written {
  if (queries.length === 0 || queries.length > QUERY_LIMIT)
    throw new CoreError('too_large', `Uma consulta tem de 1 a ${QUERY_LIMIT} guias.`)
  const consulta = queries.map(({ documentoOrigem: origin, emitente, ...rest }): Branch => {
    const key = rest.codBarras === undefined ? (rest.numControle === undefined ? '' : 'N') : 'C'
    return {
      ...rest,
      emitenteId: emitente && { ...emitente },
      docOrigem: origin && { '#text': origin.numero, '@tipo': origin.tipo },
      tipoConsulta: key + (origin ? 'D' : ''),
    }
  })
  return writeGnre('TLote_ConsultaGNRE', { '@versao': '2.00', consulta })
}

/** What a state asks of guides of a tax, or of all its taxes. */
export function stateRulesRequest(query: {
  readonly ambiente: TpAmb
  readonly uf: string
  readonly receita?: string
}): Written {
  const { ambiente, uf, receita } = query
  const asked = receita === undefined ? undefined : { '#text': receita }
  return writeGnre('TConsultaConfigUf', { ambiente, uf, receita: asked, tiposGnre: 'N' })
}
