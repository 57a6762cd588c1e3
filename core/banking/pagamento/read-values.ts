import { dayOf, textOf, type Values } from '../cnab/values'
import type { LayoutPagamento } from './layout'
import {
  CHAVES,
  type ContaFavorecida,
  type ContaPagadora,
  type Endereco,
  type Favorecido,
  type Pagador,
  type PagamentoLido,
  type Pessoa,
  type TipoChave,
  TRIBUTOS,
  type Tributo,
} from './pagamento'
import { CHAVE_CODES, documentIn, taxData } from './payment-values'
import { asBar } from './prepare'

/** Payments from the values of their records. */

/** Nothing is told: blanks, zeros, or none of it. */
const isEmpty = (value: string | number | null): boolean => value === null || /^[0.]*$/.test(String(value))

/** Values of two records of one payment: the first to tell something is right. */
export const joined = (first: Values, second: Values): Values => ({
  ...second,
  ...Object.fromEntries(Object.entries(first).filter(([name, value]) => !isEmpty(value) || !(name in second))),
})

/** A code, unless it is all zeros. */
const codeOf = (values: Values, name: string): string => {
  const text = textOf(values, name)
  return /^0*$/.test(text) ? '' : text
}

const moneyOf = (values: Values, name: string): string => textOf(values, name) || '0.00'

const documentOf = (values: Values, prefix: string): string =>
  documentIn(textOf(values, `${prefix}_documento`), textOf(values, `${prefix}_tipo`).replace(/^0+/, ''))

function addressOf(values: Values, prefix: string): Endereco {
  const of = (name: string) => textOf(values, `${prefix}_${name}`)
  return {
    logradouro: of('logradouro'),
    numero: of('numero').replace(/^0+/, ''),
    complemento: of('complemento'),
    bairro: of('bairro'),
    cidade: of('cidade'),
    cep: codeOf(values, `${prefix}_cep`),
    uf: of('uf'),
  }
}

function targetOf(values: Values): Favorecido {
  const endereco = addressOf(values, 'favorecido')
  return {
    nome: textOf(values, 'favorecido_nome_todo') || textOf(values, 'favorecido_nome'),
    documento: documentOf(values, 'favorecido'),
    endereco: Object.values(endereco).every((text) => text === '') ? null : endereco,
    email: textOf(values, 'favorecido_email'),
  }
}

function personOf(values: Values, prefix: string): Pessoa | null {
  const [nome, documento] = [textOf(values, `${prefix}_nome`), documentOf(values, prefix)]
  return nome === '' && documento === '' ? null : { nome, documento }
}

/** Who pays, from the first record of a file and that of a batch. */
export function payerOf(banco: string, header: Values, batch: Values): Pagador {
  const values = joined(header, batch)
  const conta: ContaPagadora = {
    banco,
    agencia: codeOf(values, 'agencia'),
    agencia_dv: textOf(values, 'agencia_dv'),
    conta: codeOf(values, 'conta'),
    conta_dv: textOf(values, 'conta_dv'),
    agencia_conta_dv: textOf(values, 'agencia_conta_dv'),
    convenio: codeOf(values, 'convenio'),
    parametro_transmissao: codeOf(values, 'parametro_transmissao'),
    compromisso: codeOf(values, 'compromisso'),
  }
  return {
    nome: textOf(values, 'empresa'),
    documento: documentOf(values, 'empresa'),
    conta,
    endereco: addressOf(values, 'empresa'),
  }
}

/** A payment as its records stand in a file. */
export interface Row {
  readonly segmento: 'A' | 'J' | 'O' | 'N'
  readonly linha: number
  readonly lote: string
  readonly forma: string
  readonly servico: string
  readonly values: Values
  /** Of a tax without barcode. */
  readonly tributo: Tributo | undefined
}

const commonOf = ({ linha, lote, forma, servico, values }: Row) => ({
  linha,
  lote,
  forma,
  servico,
  movimento: textOf(values, 'movimento'),
  seu_numero: textOf(values, 'seu_numero'),
  nosso_numero: textOf(values, 'nosso_numero'),
  data: dayOf(values, 'data'),
  valor: moneyOf(values, 'valor'),
})

const keyKind = (values: Values): TipoChave | undefined => {
  const code = textOf(values, 'chave_tipo')
  for (const name in CHAVES) if (isKey(name) && CHAVE_CODES[name] === code) return name
  return undefined
}
const isKey = (name: string): name is TipoChave => name in CHAVES

function transferOf(row: Row, { formas }: LayoutPagamento, pagador: Pagador): PagamentoLido {
  const { values, forma } = row
  // The form of the batch is what the bank goes by; of one that is not known, the chamber.
  const isKnown = Object.values(formas).includes(forma)
  const camara = isKnown ? '' : textOf(values, 'camara')
  const isPix = forma === formas.pix || camara === '009'
  const kind = keyKind(values)
  const common = { ...commonOf(row), favorecido: targetOf(values) }
  const how = textOf(values, 'pix_tipo')
  if (isPix && (how === '04' || (how === '' && textOf(values, 'chave') !== ''))) {
    const mensagem = textOf(values, 'mensagem')
    return { ...common, tipo: 'pix', chave_tipo: kind ?? 'aleatoria', chave: textOf(values, 'chave'), mensagem }
  }
  const isElsewhere = !isKnown && textOf(values, 'favorecido_banco') !== pagador.conta.banco
  const isTed = forma === formas.ted || forma === formas.ted_mesma || camara === '018' || isElsewhere
  const conta: ContaFavorecida = {
    banco: textOf(values, 'favorecido_banco'),
    agencia: codeOf(values, 'favorecido_agencia'),
    agencia_dv: textOf(values, 'favorecido_agencia_dv'),
    conta: codeOf(values, 'favorecido_conta'),
    conta_dv: textOf(values, 'favorecido_conta_dv'),
    agencia_conta_dv: textOf(values, 'favorecido_agencia_conta_dv'),
    poupanca:
      forma === formas.poupanca ||
      textOf(values, 'conta_tipo') === 'PP' ||
      textOf(values, 'conta_tipo_n') === '2' ||
      how === '03',
  }
  return {
    ...common,
    tipo: isPix ? 'pix_conta' : isTed ? 'ted' : 'credito',
    conta,
    mesma_titularidade: forma === formas.ted_mesma || forma === formas.credito_mesma,
    finalidade: textOf(values, 'finalidade'),
  }
}

function slipOf(row: Row, { formas }: LayoutPagamento, pagador: Pagador): PagamentoLido {
  const { values, forma } = row
  const common = { ...commonOf(row), favorecido: targetOf(values), vencimento: dayOf(values, 'vencimento') }
  if (forma === formas.pix_qr) {
    const [endereco, txid] = [textOf(values, 'qr_endereco'), textOf(values, 'qr_txid')]
    return { ...common, tipo: 'pix_qr', copia_e_cola: '', endereco, txid }
  }
  const sacado = personOf(values, 'sacado')
  const isOwn = sacado?.documento === pagador.documento && sacado.nome.startsWith(pagador.nome)
  return {
    ...common,
    tipo: 'boleto',
    codigo_barras: codeOf(values, 'codigo_barras'),
    valor_titulo: moneyOf(values, 'valor_titulo'),
    desconto: moneyOf(values, 'desconto'),
    acrescimo: moneyOf(values, 'acrescimo'),
    sacado: isOwn ? null : sacado,
    sacador: personOf(values, 'sacador'),
  }
}

function taxOf(row: Row, tributo: Tributo, { n }: LayoutPagamento): PagamentoLido {
  const { values } = row
  const month = codeOf(values, 'competencia')
  const kind =
    textOf(values, 'contribuinte_tipo') || (['0', '2', '1'][Number(textOf(values, 'contribuinte_tipo_n'))] ?? '')
  const complementos = [1, 2, 3, 4].map((at) => textOf(values, `complemento_${at}`))
  return {
    ...commonOf(row),
    tipo: 'tributo',
    tributo,
    contribuinte: {
      nome: textOf(values, 'contribuinte_nome'),
      documento: documentIn(textOf(values, 'contribuinte_documento'), kind),
    },
    receita: codeOf(values, 'receita'),
    competencia: month === '' ? '' : `${month.slice(2)}-${month.slice(0, 2)}`,
    periodo: dayOf(values, 'periodo'),
    vencimento: dayOf(values, 'vencimento'),
    principal: moneyOf(values, 'principal'),
    multa: moneyOf(values, 'multa'),
    juros: moneyOf(values, 'juros'),
    dados: taxData(values, n[tributo] ?? {}),
    complementos: complementos.slice(0, complementos.findLastIndex((line) => line !== '') + 1),
  }
}

/** No due date is read of slips that have lines of 48. */
const NEAR = '2026-01-01'

/** The payment that a row is. */
export function paymentOf(row: Row, layout: LayoutPagamento, pagador: Pagador): PagamentoLido {
  const { values, segmento, tributo } = row
  if (segmento === 'A') return transferOf(row, layout, pagador)
  if (segmento === 'J') return slipOf(row, layout, pagador)
  if (segmento === 'N' && tributo) return taxOf(row, tributo, layout)
  return {
    ...commonOf(row),
    tipo: 'guia',
    codigo_barras: textOf(values, 'codigo_barras') || asBar(textOf(values, 'linha_digitavel'), NEAR),
    concessionaria: textOf(values, 'concessionaria'),
    vencimento: dayOf(values, 'vencimento'),
  }
}

/** The tax whose record a segment N is, by the code in it. */
export function taxIn(text: string, { n }: LayoutPagamento): Tributo | undefined {
  for (const name in TRIBUTOS) {
    if (!isTax(name)) continue
    const place = n[name]?.['tributo_codigo']
    if (place?.kind === 'constant' && text.slice(place.at - 1, place.at - 1 + place.length) === place.value) return name
  }
  return undefined
}
const isTax = (name: string): name is Tributo => name in TRIBUTOS
