import { isCnpj, isCpf } from '../../br/tax-id'
import { CoreError } from '../../errors'
import { decimal } from '../../money/decimal'
import { readSlip } from '../boleto'
import { textOf, type Values } from '../cnab/values'
import type { Forma, LayoutPagamento } from './layout'
import {
  DADOS_TRIBUTO,
  type Endereco,
  type Favorecido,
  type OrdemPagamento,
  type Pagador,
  type Pagamento,
  type PagamentoBoleto,
  type PagamentoTributo,
  type Pessoa,
  type PixChave,
  type PixQr,
  type TipoChave,
  type Transferencia,
} from './pagamento'

/** Payments as the values of the layouts' vocabulary. What a layout has no column for is not asked of the values. */

type Written = Record<string, string | number | null>

/** CPF or CNPJ, as files number them. */
export const kindOf = (document: string): string => (document === '' ? '0' : document.length === 11 ? '1' : '2')

/** The codes of kinds of keys (FEBRABAN G100). */
export const CHAVE_CODES: Readonly<Record<TipoChave, string>> = {
  telefone: '01',
  email: '02',
  cpf_cnpj: '03',
  aleatoria: '04',
}

/** A house number, where it is one: columns take digits. */
const houseNumber = (numero: string): string => (/^\d+$/.test(numero) ? numero : '')

const address = (prefix: string, at: Endereco | null): Written =>
  at === null
    ? {}
    : {
        [`${prefix}_logradouro`]: at.logradouro,
        [`${prefix}_numero`]: houseNumber(at.numero),
        [`${prefix}_complemento`]: at.complemento,
        [`${prefix}_bairro`]: at.bairro,
        [`${prefix}_cidade`]: at.cidade,
        [`${prefix}_cep`]: at.cep,
        [`${prefix}_uf`]: at.uf,
      }

const person = (prefix: string, one: Pessoa | null): Written => ({
  [`${prefix}_tipo`]: kindOf(one?.documento ?? ''),
  [`${prefix}_documento`]: one?.documento ?? '',
  [`${prefix}_nome`]: one?.nome ?? '',
})

const target = (one: Favorecido): Written => ({
  ...person('favorecido', one),
  ...address('favorecido', one.endereco),
  favorecido_nome_todo: one.nome,
  favorecido_email: one.email,
})

/** What every record may tell of who pays. */
export function ownerValues({ pagador, sequencia, data, hora }: OrdemPagamento): Written {
  const { nome, documento, conta, endereco } = pagador
  return {
    empresa: nome,
    empresa_tipo: kindOf(documento),
    empresa_documento: documento,
    agencia: conta.agencia,
    agencia_dv: conta.agencia_dv,
    conta: conta.conta,
    conta_dv: conta.conta_dv,
    agencia_conta_dv: conta.agencia_conta_dv,
    convenio: conta.convenio,
    parametro_transmissao: conta.parametro_transmissao,
    compromisso: conta.compromisso,
    ...address('empresa', endereco),
    sequencia,
    data,
    hora,
  }
}

const CAMARAS = { ted: '018', credito: '000', pix_conta: '009' } as const

function transferValues(one: Transferencia): Written {
  const { conta, tipo } = one
  const savings = conta.poupanca ? 1 : 0
  return {
    ...target(one.favorecido),
    camara: CAMARAS[tipo],
    favorecido_banco: conta.banco,
    favorecido_agencia: conta.agencia,
    favorecido_agencia_dv: conta.agencia_dv,
    favorecido_conta: conta.conta,
    favorecido_conta_dv: conta.conta_dv,
    favorecido_agencia_conta_dv: conta.agencia_conta_dv,
    finalidade: one.finalidade,
    // A credit of the own bank has a form of payment for savings.
    conta_tipo: tipo === 'credito' ? '' : (['CC', 'PP'][savings] ?? ''),
    conta_tipo_n: ['1', '2'][savings] ?? '',
    pix_tipo: tipo === 'pix_conta' ? (['01', '03'][savings] ?? '') : '',
    chave_tipo: tipo === 'pix_conta' ? '05' : '',
  }
}

const keyValues = (one: PixChave): Written => ({
  ...target(one.favorecido),
  camara: '009',
  pix_tipo: '04',
  chave_tipo: CHAVE_CODES[one.chave_tipo],
  chave: one.chave,
  mensagem: one.mensagem,
})

const qrValues = (one: PixQr, pagador: Pagador): Written => ({
  ...target(one.favorecido),
  ...person('sacado', pagador),
  vencimento: one.vencimento,
  valor_titulo: one.valor,
  qr_endereco: one.endereco,
  qr_txid: one.txid,
})

const slipValues = (one: PagamentoBoleto, pagador: Pagador): Written => ({
  ...target(one.favorecido),
  ...person('sacado', one.sacado ?? pagador),
  ...person('sacador', one.sacador),
  codigo_barras: one.codigo_barras,
  vencimento: one.vencimento,
  valor_titulo: one.valor_titulo,
  desconto: one.desconto,
  acrescimo: one.acrescimo,
})

/** The typed line of a collection slip's barcode, which Itaú wants; what is no barcode stays as it is. */
function lineOf(bar: string): string {
  try {
    return readSlip(bar, NEAR).linha_digitavel
  } catch (error) {
    if (error instanceof CoreError) return bar
    throw error
  }
}

/** No due date is read of these. */
const NEAR = '2026-01-01'

function taxValues(one: PagamentoTributo): Written {
  const [year = '', month = ''] = one.competencia.split('-')
  const kind = kindOf(one.contribuinte.documento)
  return {
    ...person('contribuinte', one.contribuinte),
    ...one.dados,
    ...Object.fromEntries(one.complementos.map((line, at) => [`complemento_${at + 1}`, line])),
    // Segment N of FEBRABAN numbers the CNPJ before the CPF.
    contribuinte_tipo_n: ['0', '2', '1'][Number(kind)] ?? '0',
    receita: one.receita,
    competencia: `${month}${year}`,
    periodo: one.periodo,
    vencimento: one.vencimento,
    principal: one.principal,
    multa: one.multa,
    juros: one.juros,
  }
}

function ownValues(one: Pagamento, pagador: Pagador): Written {
  switch (one.tipo) {
    case 'ted':
    case 'credito':
    case 'pix_conta': {
      return transferValues(one)
    }
    case 'pix': {
      return keyValues(one)
    }
    case 'pix_qr': {
      return qrValues(one, pagador)
    }
    case 'boleto': {
      return slipValues(one, pagador)
    }
    case 'guia': {
      const { codigo_barras, concessionaria, vencimento } = one
      return { codigo_barras, linha_digitavel: lineOf(codigo_barras), concessionaria, vencimento }
    }
    case 'tributo': {
      return taxValues(one)
    }
  }
}

/** The values of the records of a payment. */
export const valuesOfPayment = (one: Pagamento, pagador: Pagador): Values => ({
  movimento: '000',
  seu_numero: one.seu_numero,
  data: one.data,
  valor: one.valor,
  documento_data: one.data,
  documento_valor: one.valor,
  ...ownValues(one, pagador),
})

/** What a tax comes to besides its principal: fine, interest and correction. */
export const surchargeOf = (one: PagamentoTributo): string =>
  decimal(one.multa)
    .plus(one.juros)
    .plus(one.dados.atualizacao ?? 0)
    .toFixed(2)

/** The form that a payment is, of those a bank may have; a bank without the closest takes the next. */
function formsOf(one: Pagamento, banco: string): readonly Forma[] {
  switch (one.tipo) {
    case 'ted': {
      return one.mesma_titularidade ? ['ted_mesma'] : ['ted']
    }
    case 'credito': {
      if (one.conta.poupanca) return ['poupanca']
      return one.mesma_titularidade ? ['credito_mesma', 'credito'] : ['credito']
    }
    case 'pix':
    case 'pix_conta': {
      return ['pix']
    }
    case 'pix_qr': {
      return ['pix_qr']
    }
    case 'boleto': {
      return one.codigo_barras.startsWith(banco) ? ['boleto_proprio'] : ['boleto']
    }
    case 'guia': {
      // The second digit says whose it is: 1 a town's, 5 a government's, 7 a traffic fine.
      const kind = one.codigo_barras.charAt(1)
      if (kind === '1') return ['guia_municipal', 'guia']
      return kind === '5' || kind === '7' ? ['guia_governo', 'guia'] : ['guia']
    }
    case 'tributo': {
      return [one.tributo]
    }
  }
}

/** The bank's code of the form of a payment; undefined where the bank has none. */
export const formOf = (one: Pagamento, layout: LayoutPagamento): string | undefined =>
  formsOf(one, layout.banco)
    .map((name) => layout.formas[name])
    .find((code) => code !== undefined)

/** A CPF or CNPJ where a file tells one, at its own length. Where its kind is not told, one that can be only a CPF is one. */
export function documentIn(text: string, kind: string): string {
  const bare = text.replace(/^0+/, '')
  if (bare === '') return ''
  const [short, long] = [bare.padStart(11, '0'), bare.padStart(14, '0')]
  if (kind === '1' && bare.length <= 11) return short
  if (kind === '2' || bare.length > 11) return long
  return text.length === 11 || (isCpf(short) && !isCnpj(long)) ? short : long
}

/** A tax's own data, where a file tells any. */
export const taxData = (values: Values, record: object): PagamentoTributo['dados'] =>
  Object.fromEntries(
    DADOS_TRIBUTO.filter((name) => name in record)
      .map((name) => [name, textOf(values, name)] as const)
      .filter(([, text]) => /[1-9A-Za-z]/.test(text)),
  )
