import { readSlip } from '../../banking/boleto'
import { CoreError } from '../../errors'
import { readBrCode } from '../../pix/br-code'
import { fieldsOf } from '../services/answers'
import { saidIn } from '../services/soap'
import { child, children, text } from '../xml'
import { codeOf, type GnreCode } from './code'
import type { Guide, GuideItem } from './guide'

/** A lot that was handed over: 100 taken, others refused. */
export interface LotReceipt extends GnreCode {
  /** Which guide of the lot is at fault, from 1. */
  readonly guiaErro: string | null
  /** By which the result is asked for. */
  readonly numero: string | null
  readonly dataHoraRecibo: string | null
  /** Milliseconds that the lot is expected to take. */
  readonly tempoEstimadoProc: string | null
}

/** Reads TRetLote_GNRE. Throws SoapFault, `unexpected_answer` or `damaged_xml`. */
export function lotReceipt(answer: string): LotReceipt {
  const { node } = saidIn(answer, 'TRetLote_GNRE')
  return {
    ...codeOf(child(node, 'situacaoRecepcao')),
    guiaErro: text(node, 'situacaoRecepcao', 'guiaErro'),
    ...fieldsOf(child(node, 'recibo'), 'numero', 'dataHoraRecibo', 'tempoEstimadoProc'),
  }
}

/** Why a guide was refused, and of which field. */
export interface GuideRefusal extends GnreCode {
  readonly campo: string | null
}

/** What the portal or the state made of a guide. */
export interface GuideAnswer {
  /** `ready` to be paid; `refused` by the portal or the state; `uncertain` and `pending`: ask the receipt again before anything else. */
  readonly state: 'ready' | 'refused' | 'uncertain' | 'pending'
  readonly situacaoGuia: string
  readonly refusals: readonly GuideRefusal[]
  readonly identificadorGuia: string | null
  readonly nossoNumero: string | null
  readonly valorGNRE: string | null
  /** The last day on which a bank takes it. */
  readonly dataLimitePagamento: string | null
  readonly dataPagamento: string | null
  readonly linhaDigitavel: string | null
  readonly codigoBarras: string | null
  readonly qrcodePayload: string | null
  readonly informacoes: readonly string[]
  /** When and by which bank it was paid, of a guide that was asked for. */
  readonly pagamento: Readonly<Record<'data' | 'autenticacao' | 'banco' | 'agencia', string | null>> | null
  readonly idConsulta: string | null
  /** The guide as it was sent. */
  readonly guide: Guide
  /** What does not hold of the ways to pay it: nothing is paid by those. */
  readonly warnings: readonly string[]
}

/** What became of a lot, or what is known of guides. Its own code says whether it was looked at: what became of a guide is in the guide. */
export interface LotResult extends GnreCode {
  readonly numeroRecibo: string | null
  readonly guides: readonly GuideAnswer[]
  /** All guides as one PDF, base64. */
  readonly pdf: string | null
}

/** Reads TResultLote_GNRE, the answer of a lot and that of guides that were asked for. Throws SoapFault, `unexpected_answer` or `damaged_xml`. */
export function lotResult(answer: string): LotResult {
  const { node } = saidIn(answer, 'TResultLote_GNRE')
  const result = child(node, 'resultado')
  return {
    ...codeOf(child(node, 'situacaoProcess')),
    numeroRecibo: text(node, 'numeroRecibo'),
    guides: children(result, 'guia').map(guideAnswer),
    pdf: text(result, 'pdfGuias'),
  }
}

/** By situacaoGuia (manual 2.13): 0 done, 1 refused by the portal, 2 by the state, 3 the state did not answer, 4 waiting. */
const STATES: ReadonlyMap<string, GuideAnswer['state']> = new Map([
  ['0', 'ready'],
  ['1', 'refused'],
  ['2', 'refused'],
  ['3', 'uncertain'],
  ['4', 'pending'],
])

function guideAnswer(node: unknown): GuideAnswer {
  const situacaoGuia = text(node, 'situacaoGuia') ?? ''
  const paid = child(node, 'dadosPagamento')
  const ways = fieldsOf(node, 'linhaDigitavel', 'codigoBarras', 'qrcodePayload', 'valorGNRE')
  return {
    state: STATES.get(situacaoGuia) ?? 'uncertain',
    situacaoGuia,
    refusals: children(child(node, 'motivosRejeicao'), 'motivo').map((one) => ({
      ...codeOf(one),
      campo: text(one, 'campo'),
    })),
    ...fieldsOf(node, 'identificadorGuia', 'nossoNumero', 'dataLimitePagamento', 'dataPagamento', 'idConsulta'),
    ...ways,
    informacoes: children(child(node, 'informacoesComplementares'), 'informacao').map((one) => text(one) ?? ''),
    pagamento: paid === undefined ? null : fieldsOf(paid, 'data', 'autenticacao', 'banco', 'agencia'),
    guide: guideIn(node),
    warnings: [...slipWarnings(ways), ...pixWarnings(ways)],
  }
}

type Ways = Pick<GuideAnswer, 'linhaDigitavel' | 'codigoBarras' | 'qrcodePayload' | 'valorGNRE'>

/** Line and barcode have digits of their own, and have to be of one guide and its value. */
function slipWarnings({ linhaDigitavel, codigoBarras, valorGNRE }: Ways): readonly string[] {
  if (linhaDigitavel === null && codigoBarras === null) return []
  try {
    // A collection slip has no due date in its digits: the day decides nothing.
    const [line, bar] = [linhaDigitavel, codigoBarras].map((one) => (one === null ? null : readSlip(one, '2026-01-01')))
    if (line && bar && line.codigo_barras !== bar.codigo_barras)
      return ['A linha digitável e o código de barras são de guias diferentes.']
    const value = (line ?? bar)?.valor
    return value === undefined || valorGNRE === null || value === valorGNRE
      ? []
      : [`O código de barras é de ${value}, e a guia de ${valorGNRE}.`]
  } catch (error) {
    if (error instanceof CoreError) return [error.message]
    throw error
  }
}

function pixWarnings({ qrcodePayload, valorGNRE }: Ways): readonly string[] {
  if (qrcodePayload === null) return []
  try {
    const { amount } = readBrCode(qrcodePayload)
    return amount === undefined || valorGNRE === null || amount === valorGNRE
      ? []
      : [`O Pix é de ${amount}, e a guia de ${valorGNRE}.`]
  } catch (error) {
    if (error instanceof CoreError) return [error.message]
    throw error
  }
}

/** The guides of a lot, or of its answer, as they were sent. */
export function guideIn(node: unknown): Guide {
  const emitter = child(node, 'contribuinteEmitente')
  return without({
    ufFavorecida: text(node, 'ufFavorecida') ?? '',
    tipoGnre: text(node, 'tipoGnre') ?? '0',
    contribuinteEmitente:
      emitter === undefined
        ? undefined
        : {
            identificacao: identityIn(emitter),
            ...present(emitter, 'razaoSocial', 'endereco', 'municipio', 'uf', 'cep', 'telefone'),
          },
    itens: children(child(node, 'itensGNRE'), 'item').map(itemIn),
    ...present(node, 'dataPagamento', 'identificadorGuia'),
  })
}

function itemIn(node: unknown): GuideItem {
  const origin = child(node, 'documentoOrigem')
  const receiver = child(node, 'contribuinteDestinatario')
  const month = child(node, 'referencia')
  const extras = children(child(node, 'camposExtras'), 'campoExtra')
  return without({
    receita: text(node, 'receita') ?? '',
    ...present(node, 'detalhamentoReceita', 'produto', 'dataVencimento', 'convenio'),
    documentoOrigem:
      origin === undefined ? undefined : { tipo: text(origin, '@tipo') ?? '', numero: text(origin) ?? '' },
    referencia: month === undefined ? undefined : present(month, 'periodo', 'mes', 'ano', 'parcela'),
    valores: children(node, 'valor').map((one) => ({ tipo: text(one, '@tipo') ?? '', valor: text(one) ?? '0' })),
    contribuinteDestinatario:
      receiver === undefined
        ? undefined
        : { identificacao: identityIn(receiver), ...present(receiver, 'razaoSocial', 'municipio') },
    camposExtras:
      extras.length === 0
        ? undefined
        : extras.map((one) => ({ codigo: text(one, 'codigo') ?? '', valor: text(one, 'valor') ?? '' })),
  })
}

const identityIn = (node: unknown) => present(child(node, 'identificacao'), 'CNPJ', 'CPF', 'IE')

/** The texts that are there. */
function present<K extends string>(node: unknown, ...names: readonly K[]): Partial<Record<K, string>>
function present(node: unknown, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = text(node, name)
      return value === null ? [] : [[name, value] as const]
    }),
  )
}

/** Without what is undefined. */
function without<T extends object>(record: T): T {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what is undefined is taken out, no more
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T
}
