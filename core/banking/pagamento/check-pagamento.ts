import { isCnpj, isCpf } from '../../br/tax-id'
import { CoreError } from '../../errors'
import type { FixedRecord } from '../../layout/fixed-width'
import { decimal, sum } from '../../money/decimal'
import { readBrCode } from '../../pix/br-code'
import { readSlip, type Slip } from '../boleto'
import { type Falta, noRoom, placeOf } from '../cnab/room'
import type { Values } from '../cnab/values'
import type { LayoutPagamento } from './layout'
import {
  CHAVES,
  type OrdemPagamento,
  type Pagamento,
  type PagamentoBoleto,
  type PagamentoGuia,
  type PagamentoTributo,
  type PixChave,
  type PixQr,
  type TipoChave,
  TRIBUTOS,
  type Transferencia,
} from './pagamento'
import { formOf, ownerValues, valuesOfPayment } from './payment-values'
import { isPix } from './prepare'
import { recordsOf } from './records'
import { wordOf } from './words'

/** A field and what is wrong with it. */
type Wrong = readonly [campo: string, why: string]
type Rule = readonly [isWrong: boolean, campo: string, why: string]

const wrongs = (rules: readonly Rule[]): readonly Wrong[] =>
  rules.flatMap(([isWrong, campo, why]) => (isWrong ? [[campo, why] as const] : []))

const MISSING = 'não foi informado'
const told = (text: string) => `foi informado “${text}”`
const isBlank = (text: string): boolean => !/[1-9A-Za-z]/.test(text)
const isTaxId = (text: string): boolean => /^[\dA-Z]+$/.test(text) && (isCpf(text) || isCnpj(text))

/** Who gets the money: banks take a CPF or CNPJ whose digits are right, where any is told. */
const targetRules = ({ nome, documento }: { nome: string; documento: string }, isAsked: boolean): readonly Rule[] => [
  [isBlank(nome), 'favorecido_nome', MISSING],
  [isAsked && documento === '', 'favorecido_documento', MISSING],
  [documento !== '' && !isTaxId(documento), 'favorecido_documento', `não é um CPF ou CNPJ; ${told(documento)}`],
]

function accountRules(
  one: Transferencia,
  { banco, propria, finalidadeTed }: LayoutPagamento,
  payer: string,
): readonly Rule[] {
  const { conta, tipo, favorecido } = one
  const isOwn = conta.banco === banco
  const { agencia, conta: numero } = conta
  const bare = (text: string) => text.replace(/^0+/, '').length
  return [
    ...targetRules(favorecido, tipo !== 'credito'),
    [!/^\d{3}$/.test(conta.banco) || isBlank(conta.banco), 'favorecido_banco', `tem 3 números; ${told(conta.banco)}`],
    [tipo === 'ted' && isOwn, 'favorecido_banco', `é o do pagador: TED é para outro banco, use crédito em conta`],
    [
      tipo === 'credito' && !isOwn,
      'favorecido_banco',
      `não é o do pagador: crédito em conta é do próprio banco, use TED ou Pix`,
    ],
    [tipo === 'ted' && finalidadeTed && isBlank(one.finalidade), 'finalidade', MISSING],
    [isBlank(agencia), 'favorecido_agencia', MISSING],
    [/\D/.test(agencia), 'favorecido_agencia', `tem só números; ${told(agencia)}`],
    [
      isOwn && bare(agencia) > propria.agencia,
      'favorecido_agencia',
      `tem até ${propria.agencia} números no próprio banco; ${told(agencia)}`,
    ],
    [isBlank(numero), 'favorecido_conta', MISSING],
    [/\D/.test(numero), 'favorecido_conta', `tem só números; ${told(numero)}`],
    [
      isOwn && bare(numero) > propria.conta,
      'favorecido_conta',
      `tem até ${propria.conta} números no próprio banco; ${told(numero)}`,
    ],
    [conta.conta_dv === '', 'favorecido_conta_dv', MISSING],
    [conta.agencia_conta_dv !== '', 'favorecido_agencia_conta_dv', `fica em branco; ${told(conta.agencia_conta_dv)}`],
    [
      one.mesma_titularidade && favorecido.documento !== '' && favorecido.documento !== payer,
      'favorecido_documento',
      `não é o do pagador, e a titularidade é a mesma; ${told(favorecido.documento)}`,
    ],
  ]
}

/** Keys as the directory of the Banco Central has them. */
const KEYS: Readonly<Record<TipoChave, (key: string) => boolean>> = {
  telefone: (key) => /^\+\d{12,14}$/.test(key),
  email: (key) => key.length <= 77 && /^[a-z0-9.!#$'*+/=?^_`{|}~-]+@[a-z0-9.-]+$/.test(key),
  cpf_cnpj: isTaxId,
  aleatoria: (key) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key),
}

const keyRules = ({ favorecido, chave, chave_tipo }: PixChave): readonly Rule[] => [
  ...targetRules(favorecido, false),
  [chave === '', 'chave', MISSING],
  [
    chave !== '' && !KEYS[chave_tipo](chave),
    'chave',
    `não é ${CHAVES[chave_tipo]} como o Pix o guarda; ${told(chave)}`,
  ],
]

function qrRules(one: PixQr): readonly Rule[] {
  const { favorecido, endereco, copia_e_cola, valor } = one
  const rules: Rule[] = [...targetRules(favorecido, false)]
  if (copia_e_cola === '') return [...rules, [isBlank(endereco), 'qr_endereco', MISSING]]
  try {
    const { amount } = readBrCode(copia_e_cola)
    const differs = amount !== undefined && decimal(amount).gt(0) && !decimal(amount).eq(valor)
    return [
      ...rules,
      [isBlank(endereco), 'qr_endereco', MISSING],
      [differs, 'valor', `é diferente do que o QR Code diz, ${amount ?? ''}`],
    ]
  } catch (error) {
    if (error instanceof CoreError) return [...rules, [true, 'copia_e_cola', `não é um código Pix: ${said(error)}`]]
    throw error
  }
}

/** What an error says after its first words. */
const said = ({ message }: CoreError): string => message.replace(/^[^:]*: /, '').replace(/\.$/, '')

/** The slip of a barcode, or why it is none. */
function slipOf(bar: string, today: string): Slip | string {
  try {
    return readSlip(bar, today)
  } catch (error) {
    if (error instanceof CoreError) return said(error)
    throw error
  }
}

function barRules(bar: string, kind: Slip['kind'], valor: string, campo: string, today: string): readonly Rule[] {
  if (bar === '') return [[true, 'codigo_barras', MISSING]]
  const slip = slipOf(bar, today)
  if (typeof slip === 'string') return [[true, 'codigo_barras', `não é válido: ${slip}; ${told(bar)}`]]
  const other =
    kind === 'boleto' ? 'é de uma conta ou guia, não de um boleto' : 'é de um boleto, não de uma conta ou guia'
  return [
    [slip.kind !== kind, 'codigo_barras', other],
    [
      slip.kind === kind && slip.valor !== undefined && !decimal(slip.valor).eq(valor),
      campo,
      `é diferente do que o código de barras diz, ${slip.valor ?? ''}`,
    ],
  ]
}

function slipRules(one: PagamentoBoleto, today: string): readonly Rule[] {
  const { favorecido, codigo_barras, valor, valor_titulo, desconto, acrescimo, sacado, sacador } = one
  const due = decimal(valor_titulo).minus(desconto).plus(acrescimo)
  const parties = (['sacado', 'sacador'] as const).flatMap((name): readonly Rule[] => {
    const documento = (name === 'sacado' ? sacado : sacador)?.documento
    const isWrong = documento !== undefined && !isTaxId(documento)
    return [[isWrong, `${name}_documento`, `não é um CPF ou CNPJ; ${told(documento ?? '')}`]]
  })
  return [
    ...targetRules(favorecido, true),
    ...parties,
    ...barRules(codigo_barras, 'boleto', valor_titulo, 'valor_titulo', today),
    [one.vencimento === null, 'vencimento', MISSING],
    [!due.eq(valor), 'valor', `não é o do título menos o desconto e mais o acréscimo, ${due.toFixed(2)}`],
  ]
}

const guideRules = ({ codigo_barras, valor }: PagamentoGuia, today: string): readonly Rule[] =>
  barRules(codigo_barras, 'arrecadacao', valor, 'valor', today)

function taxRules(one: PagamentoTributo, record: FixedRecord): readonly Rule[] {
  const { contribuinte, competencia, complementos, dados, valor } = one
  const has = (name: string) => name in record
  const due = sum([one.principal, one.multa, one.juros, dados.outras_entidades ?? 0, dados.atualizacao ?? 0]).minus(
    dados.desconto ?? 0,
  )
  return [
    [isBlank(contribuinte.nome), 'contribuinte_nome', MISSING],
    [
      // A GPS may be of a worker's number, which is none of these.
      one.tributo !== 'gps' && !isTaxId(contribuinte.documento),
      'contribuinte_documento',
      `não é um CPF ou CNPJ; ${told(contribuinte.documento)}`,
    ],
    [has('receita') && isBlank(one.receita), 'receita', MISSING],
    [
      has('competencia') && !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(competencia),
      'competencia',
      `é ano e mês; ${told(competencia)}`,
    ],
    [has('periodo') && one.periodo === null, 'periodo', MISSING],
    [has('vencimento') && one.vencimento === null, 'vencimento', MISSING],
    [has('principal') && !due.eq(valor), 'valor', `não é a soma das partes, ${due.toFixed(2)}`],
    [complementos.length > 4, 'complemento_1', 'tem até 4 linhas'],
  ]
}

function kindRules(one: Pagamento, ordem: OrdemPagamento, layout: LayoutPagamento): readonly Rule[] {
  switch (one.tipo) {
    case 'ted':
    case 'credito':
    case 'pix_conta': {
      return accountRules(one, layout, ordem.pagador.documento)
    }
    case 'pix': {
      return keyRules(one)
    }
    case 'pix_qr': {
      return qrRules(one)
    }
    case 'boleto': {
      return slipRules(one, ordem.data)
    }
    case 'guia': {
      return guideRules(one, ordem.data)
    }
    case 'tributo': {
      return taxRules(one, layout.n[one.tributo] ?? {})
    }
  }
}

function paymentRules(one: Pagamento, ordem: OrdemPagamento, layout: LayoutPagamento): readonly Rule[] {
  if (formOf(one, layout) === undefined) {
    const what = one.tipo === 'tributo' ? TRIBUTOS[one.tributo] : 'esta forma de pagamento'
    return [[true, 'forma', `não pode ser informado: o layout do banco não tem ${what}`]]
  }
  return [
    [isBlank(one.seu_numero), 'seu_numero', MISSING],
    [one.data === null, 'data', MISSING],
    [one.data !== null && one.data < ordem.data, 'data', `é anterior à do arquivo; ${told(one.data ?? '')}`],
    [decimal(one.valor).lte(0), 'valor', 'tem de ser maior que zero'],
    [!/^\d\d$/.test(one.servico), 'servico', `tem 2 números; ${told(one.servico)}`],
    ...kindRules(one, ordem, layout),
  ]
}

/** Free texts are cut where they have no room, these never. */
const NEVER_CUT =
  /^(?:seu_numero|nosso_numero|convenio|chave|qr_endereco|qr_txid|linha_digitavel|finalidade|codigo_barras|receita|favorecido_email|\w+_dv)$/

function roomWrongs(records: readonly FixedRecord[], values: Values): readonly Wrong[] {
  const found = new Map<string, string>()
  for (const record of records)
    for (const name of Object.keys(record)) {
      const why = noRoom(name, record, values[name] ?? null, NEVER_CUT)
      if (why !== undefined && !found.has(name)) found.set(name, why)
    }
  return [...found]
}

const says =
  (seu_numero: string, records: readonly FixedRecord[]) =>
  ([campo, why]: Wrong): Falta => {
    const coluna = placeOf(records, campo)?.at
    const where = coluna === undefined ? '' : ` (coluna ${coluna})`
    return {
      seu_numero,
      campo,
      ...(coluna === undefined ? {} : { coluna }),
      mensagem: `${seu_numero === '' ? 'Pagador' : `Pagamento ${seu_numero}`}: ${wordOf(campo)}${where} ${why}.`,
    }
  }

/** Fields that are told already are not told again for want of room. */
const firstOfEach = (list: readonly Wrong[]): readonly Wrong[] => [...new Map([...list].reverse()).entries()].reverse()

/** Columns that tell who pays, which no file goes without. */
const OF_OWNER = ['empresa', 'agencia', 'conta', 'conta_dv']

function ownerFaults(ordem: OrdemPagamento, layout: LayoutPagamento): readonly Falta[] {
  const records = [layout.header, layout.lotes.transferencia.lote]
  const values = ownerValues(ordem)
  const { documento } = ordem.pagador
  const missing = [...OF_OWNER, ...layout.quer].filter((name) =>
    name.endsWith('_dv') ? values[name] === '' : isBlank(String(values[name] ?? '')),
  )
  const list: readonly Wrong[] = [
    ...missing.map((name) => [name, MISSING] as const),
    ...wrongs([
      [documento === '', 'empresa_documento', MISSING],
      [documento !== '' && !isTaxId(documento), 'empresa_documento', `não é um CPF ou CNPJ; ${told(documento)}`],
      [ordem.sequencia === null && !layout.pixApart, 'sequencia', MISSING],
    ]),
    ...roomWrongs(records, values),
  ]
  return firstOfEach(list).map(says('', records))
}

function paymentFaults(one: Pagamento, ordem: OrdemPagamento, layout: LayoutPagamento): readonly Falta[] {
  const records = recordsOf(one, layout)
  const list = [
    ...wrongs(paymentRules(one, ordem, layout)),
    ...roomWrongs(records, valuesOfPayment(one, ordem.pagador)),
  ]
  return firstOfEach(list).map(says(one.seu_numero.trim() || '(sem número)', records))
}

/** Numbers that stand in the file before: the bank tells them back, and one answer is to be of one payment. */
function twice(ordem: OrdemPagamento, layout: LayoutPagamento): readonly Falta[] {
  const seen = new Set<string>()
  return ordem.pagamentos.flatMap((one) => {
    const key = one.seu_numero.trim().toUpperCase()
    if (key === '' || !seen.has(key)) {
      seen.add(key)
      return []
    }
    return [says(one.seu_numero, recordsOf(one, layout))(['seu_numero', 'já está nesta ordem'])]
  })
}

const MIXED: Falta = {
  seu_numero: '',
  campo: 'pagamentos',
  mensagem: 'Este banco quer os pagamentos por Pix em arquivo separado dos demais.',
}

/** Everything that the bank would refuse of an order, of what was prepared before. */
export const paymentOrderFaults = (ordem: OrdemPagamento, layout: LayoutPagamento): readonly Falta[] => [
  ...ownerFaults(ordem, layout),
  ...(layout.pixApart && ordem.pagamentos.some(isPix) && !ordem.pagamentos.every(isPix) ? [MIXED] : []),
  ...ordem.pagamentos.flatMap((one) => paymentFaults(one, ordem, layout)),
  ...twice(ordem, layout),
]
