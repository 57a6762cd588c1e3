/* oxlint-disable no-console -- the figure of each file is what this test reports */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../../fixtures/conformance'
import { decimal, sum } from '../../money/decimal'
import { plainText } from '../../layout/write-plain'
import { checkPagamentoFile } from './check-file'
import { readDda } from './dda'
import type { OrdemLida, PagamentoLido } from './pagamento'
import figures from './pagamento.figures.json' with { type: 'json' }
import { asBar } from './prepare'
import { readPagamento } from './read-pagamento'
import { readRetornoPagamento } from './read-retorno-pagamento'
import { checkPagamento, writePagamento } from './write-pagamento'

const FOLDER = 'finance/cnab'

/** What comes of each file: payments, those that its maker tells, what is written of it and in how many columns otherwise, what does not add up, what a bank would refuse. */
const FIGURES: Readonly<Record<string, readonly string[]>> = figures

type Bag = Readonly<Record<string, unknown>>
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value)
const bagOf = (value: unknown): Bag => (isBag(value) ? value : {})
const listOf = (value: unknown): readonly Bag[] => (Array.isArray(value) ? value.map(bagOf) : [])
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const names = (kind: string) =>
  hasConformance
    ? readdirSync(join(CONFORMANCE, FOLDER, kind, 'cnab240')).filter((name) => !name.endsWith('.json'))
    : []
const textIn = (kind: string, name: string) =>
  readFileSync(join(CONFORMANCE, FOLDER, kind, 'cnab240', name)).toString('latin1')
const sidecar = (kind: string, name: string) =>
  conformance<Bag>(`${FOLDER}/${kind}/cnab240/${name.replace(/\.\w+$/, '.json')}`)

function pinned(kind: string, name: string, figure: readonly string[]): void {
  console.info(`${FOLDER}/${kind}/cnab240/${name}: ${figure.join('; ')}`)
  expect(figure).toEqual(FIGURES[`${kind}/${name}`])
}

const bare = (text: string) => text.replace(/^0+/, '')

/** Fields of a payment that its maker tells, each with what was read of it. */
type Checks = readonly (readonly [field: string, told: string, own: string])[]

const BANKS: Readonly<Record<string, string>> = {
  bb: '001',
  caixa: '104',
  bradesco: '237',
  itau: '341',
  daycoval: '707',
  'Planner Corretora de Valores S.A.': '100',
}

/** Rows of a program that writes accounts a column further: its branch and account end with their digits. */
function ofRows(row: Bag, own: PagamentoLido): Checks {
  if (!('conta' in own)) return [['tipo', 'conta', own.tipo]]
  const { agencia, agencia_dv, conta, conta_dv, agencia_conta_dv, banco } = own.conta
  const isItau = agencia_dv === '' && agencia_conta_dv === '' && conta_dv !== ''
  const digit = isItau ? conta_dv : agencia_conta_dv
  return [
    ['nome', textOf(row['nome']), own.favorecido.nome],
    ['documento', textOf(row['cnpjcpf']), own.favorecido.documento],
    ['banco', BANKS[textOf(row['banco'])] ?? '', banco],
    ['agencia', textOf(row['agencia']), bare(agencia + agencia_dv)],
    ['conta', textOf(row['conta']), bare(isItau ? conta : conta + conta_dv)],
    ['dac', textOf(row['dac']), digit || '0'],
    ['seu_numero', textOf(row['documento']), own.seu_numero],
    ['data', textOf(row['vencimento']), own.data ?? ''],
    ['valor', decimal(textOf(row['valor'])).toFixed(2), own.valor],
  ]
}

const KIND_OF: Readonly<Record<string, PagamentoLido['tipo']>> = {
  PixKeyPaymentDto: 'pix',
  BankSlipPaymentDto: 'boleto',
  UtilityPaymentDto: 'guia',
  TaxPaymentDto: 'tributo',
}

/** A key as its program writes it: telephones with the country's number, documents without marks. */
const asKey = (key: string): string => (/^\d{11}$/.test(key) ? `+55${key}` : key.replaceAll(/(?<=\d)[./-](?=\d)/g, ''))

function ofInput(one: Bag, own: PagamentoLido): Checks {
  const text = (name: string) => textOf(one[name])
  const isCredit = text('paymentMethod').startsWith('Credit')
  const kind = KIND_OF[text('_type')] ?? (isCredit ? 'credito' : 'ted')
  const common: Checks = [
    ['tipo', kind, own.tipo],
    ['seu_numero', text('companyDocumentNumber'), own.seu_numero],
  ]
  if (own.tipo === 'tributo') {
    const { contribuinte, receita } = own
    const data = bagOf(one['taxData'])
    return [
      ...common,
      ['receita', textOf(data['revenueCode']), receita],
      ['contribuinte', textOf(data['registrationNumber']), contribuinte.documento],
      ['nome', textOf(data['contributorName']), contribuinte.nome],
    ]
  }
  const name = own.tipo === 'guia' ? own.concessionaria : own.favorecido.nome
  const slip: Checks =
    'codigo_barras' in own ? [['codigo', asBar(text('barcode'), '2026-01-01'), own.codigo_barras]] : []
  const account: Checks =
    own.tipo === 'ted' || own.tipo === 'credito' ? [['banco', text('beneficiaryBankCode'), own.conta.banco]] : []
  return [
    ...common,
    ...slip,
    ...account,
    ['valor', decimal(text('amount')).toFixed(2), own.valor],
    ['data', text('paymentDate'), own.data ?? ''],
    ['nome', text('beneficiaryName') || text('payeeName'), name],
    ...(own.tipo === 'pix' ? ([['chave', asKey(text('pixKey')), own.chave]] as const) : []),
    ...('vencimento' in own ? ([['vencimento', text('dueDate'), own.vencimento ?? '']] as const) : []),
  ]
}

const differ = (checks: Checks): readonly string[] =>
  checks.flatMap(([field, told, own]) =>
    plainText(told).trim() === plainText(own) ? [] : [`${field}: ${own} is not ${told}`],
  )

/** Who pays, as the sidecar tells it. */
function payerChecks(side: Bag, { pagador, data, hora }: OrdemLida): Checks {
  const told = bagOf(bagOf(side['expected'])['data'])
  const company = bagOf(bagOf(side['input'])['company'])
  const [day = '', at = ''] = (textOf(told['geracao']) || textOf(bagOf(side['input'])['clock'])).split(' ')
  if (day === '') return []
  return [
    ['empresa', (textOf(told['nome']) || textOf(company['name'])).slice(0, 30).trim(), pagador.nome],
    ['documento', textOf(told['cnpjcpf']) || textOf(company['registrationNumber']), pagador.documento],
    ['data', day, data],
    ['hora', at, hora],
    ['cidade', textOf(told['cidade']), pagador.endereco.cidade],
    ['cep', textOf(told['cep']), pagador.endereco.cep],
  ]
}

/** What a sidecar counts: rows, inputs, or records alone. */
function told(side: Bag, read: OrdemLida): { readonly count: number; readonly wrong: readonly string[] } {
  const expected = bagOf(side['expected'])
  const rows = listOf(bagOf(expected['data'])['registros'])
  const all = listOf(bagOf(side['input'])['payments'])
  // Of an order that goes in two files, the one that stands here.
  const inputs = all.length === read.pagamentos.length ? all : all.filter((one) => one['_type'] !== 'PixKeyPaymentDto')
  const of = (list: readonly Bag[], checks: (one: Bag, own: PagamentoLido) => Checks) =>
    list.flatMap((one, at) => {
      const own = read.pagamentos[at]
      return own ? differ(checks(one, own)) : ['missing']
    })
  const slips = read.pagamentos.filter((one) => one.tipo === 'boleto')
  const counts: Checks =
    expected['segments'] === undefined
      ? []
      : [
          // Half of the records are of the parties, where they are told.
          [
            'J',
            textOf(bagOf(expected['segments'])['J']),
            String(slips.length * (slips[0]?.favorecido.documento ? 2 : 1)),
          ],
          ['lotes', textOf(expected['batches']), String(new Set(read.pagamentos.map(({ lote }) => lote)).size)],
          ['soma', textOf(expected['total_segment_J']), sum(slips.map(({ valor }) => valor)).toFixed(2)],
        ]
  return {
    count: rows.length + inputs.length,
    wrong: [...differ(payerChecks(side, read)), ...of(rows, ofRows), ...of(inputs, ofInput), ...differ(counts)],
  }
}

/** Made-up documents whose digits are not right become right ones, so that what else is in a file can be judged; a TED of one owner names it. */
function mended(text: string): string {
  const right = text
    .replaceAll('12345678000199', '12345678000195')
    .replaceAll('98765432000100', '98765432000198')
    .replaceAll(/00012345678901(?!\d)/g, '00012345678909')
  return right
    .split('\r\n')
    .map((line) => {
      const isTed = line.length === 240 && line.startsWith('A000018', 13) && line.startsWith('341')
      return isTed && /^0+$/.test(line.slice(203, 217))
        ? line.slice(0, 203) + right.slice(18, 32) + line.slice(217)
        : line
    })
    .join('\r\n')
}

/** Slips of before their parties were told get made-up ones; accounts lose the digit that stands where banks want none. */
const completed = (one: PagamentoLido): PagamentoLido => {
  if (one.tipo === 'boleto' && one.favorecido.documento === '')
    return { ...one, favorecido: { ...one.favorecido, documento: '11222333000181' } }
  return 'conta' in one ? { ...one, conta: { ...one.conta, agencia_conta_dv: '' } } : one
}

/** A file's records, without those of parties where the other has none. */
const recordsOf = (text: string, hasParties: boolean): readonly string[] =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .filter((line) => hasParties || !(line.charAt(13) === 'J' && line.slice(17, 20) === '522'))

/** Columns that we fill otherwise: what a bank lets everybody choose. */
function columns(own: string, theirs: string): string {
  const others = recordsOf(theirs, true)
  const hasParties = others.some((line) => line.charAt(13) === 'J' && line.slice(17, 20) === '522')
  const ours = recordsOf(own, hasParties)
  if (ours.length !== others.length) return `written, ${ours.length} records for ${others.length}`
  const count = ours.reduce(
    (all, line, row) =>
      all + Array.from(line).filter((letter, at) => letter !== (others[row]?.padEnd(240) ?? '').charAt(at)).length,
    0,
  )
  return count === 0 ? 'written, byte for byte' : `written, ${count} columns of choice`
}

const plain = ({ linha: _line, lote: _batch, movimento: _movement, ...one }: PagamentoLido): unknown => one

/** As `columns`, of transfers alone: those that are written, by their own numbers. */
function columnsOfSome(own: string, theirs: string): string {
  const others = recordsOf(theirs, true)
  const ours = recordsOf(own, true)
  const rest = (line = '') => Array.from(line.slice(0, 8) + line.slice(13))
  const pairs = ours.flatMap((line, at) => {
    const there = others.findIndex((one) => one.charAt(13) === 'A' && one.slice(73, 93) === line.slice(73, 93))
    return line.charAt(13) !== 'A' || there < 0
      ? []
      : [0, 1].map((ahead) => [rest(ours[at + ahead]), rest(others[there + ahead])] as const)
  })
  const count = pairs.reduce((all, [one, other]) => all + one.filter((letter, at) => letter !== other[at]).length, 0)
  return `${pairs.length / 2} written, ${count} columns of choice in their records`
}

/** What is written of what was read; a company's name is the whole that its maker was told. */
function rewritten(text: string, side: Bag): readonly string[] {
  const whole = readPagamento(mended(text))
  const nome = textOf(bagOf(bagOf(side['input'])['company'])['name']) || whole.pagador.nome
  const read = { ...whole, pagador: { ...whole.pagador, nome }, pagamentos: whole.pagamentos.map(completed) }
  const told = checkPagamento({
    ...whole,
    pagamentos: whole.pagamentos.map((one, at) => ('conta' in one ? one : (read.pagamentos[at] ?? one))),
  })
  const refused = new Set(checkPagamento(read).map((one) => one.seu_numero))
  const pagamentos = read.pagamentos.filter((one) => !refused.has(one.seu_numero))
  const words = (message: string) => message.replace(/^Pagamento [^:]*: /, '').replace(/; foi informado.*/, '.')
  const why = [...new Set(told.map((one) => words(one.mensagem)))]
  if (pagamentos.length === 0 || refused.has('')) return ['read', ...why]
  const own = writePagamento({ ...read, pagamentos })
  expect(readPagamento(own).pagamentos.map(plain)).toEqual(pagamentos.map(plain))
  const compare = pagamentos.length === read.pagamentos.length ? columns : columnsOfSome
  return [compare(own, mended(text)), ...why]
}

const tally = (list: readonly string[]): string =>
  [...Map.groupBy(list, (one) => one)].map(([one, all]) => `${all.length} ${one}`).join(', ')

describe.skipIf(!hasConformance)('files of payments', () => {
  it.each(names('pagamento-remessa'))('%s', (name) => {
    const text = textIn('pagamento-remessa', name)
    const read = readPagamento(text)
    const side = sidecar('pagamento-remessa', name)
    const { count, wrong } = told(side, read)
    expect(wrong).toEqual([])
    if (count > 0) expect(read.pagamentos).toHaveLength(count)
    expect(read.desconhecidos).toEqual([])
    const kinds = tally(read.pagamentos.map((one) => one.tipo))
    pinned('pagamento-remessa', name, [kinds, `${count} told`, ...rewritten(text, side), ...read.faltas])
  })

  it.each(names('pagamento-invalido'))('%s is refused', (name) => {
    const faults = checkPagamentoFile(mended(textIn('pagamento-invalido', name)))
    expect(listOf(sidecar('pagamento-invalido', name)['expected_violations'])).not.toEqual([])
    expect(faults).not.toEqual([])
    pinned('pagamento-invalido', name, [...new Set(faults.map((one) => `${one.campo}: ${one.mensagem}`))])
  })
})

const STATUS: Readonly<Record<string, string>> = { 'Paid=paid': 'pago', 'Accepted=accepted': 'agendado' }

/** The batches of a sidecar's return, one payment after the other. */
const detailsOf = (side: Bag): readonly Bag[] =>
  listOf(bagOf(bagOf(side['expected'])['data'])['batches']).flatMap((batch) => listOf(batch['details']))

describe.skipIf(!hasConformance)('returns of payments', () => {
  it.each(names('pagamento-retorno'))('%s', (name) => {
    const read = readRetornoPagamento(textIn('pagamento-retorno', name))
    const details = detailsOf(sidecar('pagamento-retorno', name))
    const wrong = details.flatMap((detail, at) => {
      const own = read.itens[at]
      if (!own) return ['missing']
      const { pagamento, ocorrencias, evento } = own
      const fields = bagOf(listOf(detail['segments'])[0]?.['fields'])
      const tax = bagOf(bagOf(detail['parsedTaxData'])['fields'])
      const codes = listOf(detail['occurrences']).map((one) => textOf(one['code']))
      const isTax = pagamento.tipo === 'tributo'
      return differ([
        ['seu_numero', textOf(detail['companyDocumentNumber']), pagamento.seu_numero],
        ['nosso_numero', textOf(detail['bankDocumentNumber']), pagamento.nosso_numero],
        ['valor', textOf(isTax ? tax['collectedAmount'] : fields['paymentAmount']), pagamento.valor],
        ['ocorrencias', codes.join(' '), ocorrencias.map((one) => one.codigo).join(' ')],
        ['evento', STATUS[textOf(detail['status'])] ?? '', evento],
        ...(isTax
          ? ([
              ['receita', textOf(tax['paymentCode']), pagamento.receita],
              ['competencia', textOf(tax['competence']), pagamento.competencia.split('-').toReversed().join('')],
              ['contribuinte', textOf(tax['contributorIdentifier']), pagamento.contribuinte.documento],
              ['nome', textOf(tax['contributorName']), pagamento.contribuinte.nome],
            ] as const)
          : []),
        ...(pagamento.tipo === 'guia'
          ? ([
              ['codigo', textOf(fields['barcode']), pagamento.codigo_barras],
              ['vencimento', textOf(fields['dueDate']), (pagamento.vencimento ?? '').split('-').toReversed().join('')],
            ] as const)
          : []),
      ])
    })
    expect(wrong).toEqual([])
    if (details.length > 0) expect(read.itens).toHaveLength(details.length)
    const events = read.itens.map(({ pagamento, evento }) => `${pagamento.tipo} ${evento}`)
    pinned('pagamento-retorno', name, [tally(events), `${details.length} told`, ...read.faltas])
  })
})

describe.skipIf(!hasConformance)('sweeps of the DDA', () => {
  it.each(names('dda'))('%s', (name) => {
    const read = readDda(textIn('dda', name))
    const boletos = listOf(bagOf(sidecar('dda', name)['expected'])['boletos'])
    const own = read.titulos.map((one) => ({
      codigo_barras: one.codigo_barras,
      linha_digitavel: one.linha_digitavel,
      vencimento: one.dVencimento,
      valor: one.valor,
      numero_documento: one.numero_documento,
      cedente: one.emissor.nome,
      cedente_cnpj: one.emissor.documento,
      movimento: one.movimento,
    }))
    expect(own).toEqual(boletos)
    pinned('dda', name, [`${own.length} slips`, `${boletos.length} told`, ...read.faltas])
  })
})

/** A return of Itaú's payments, by the old form of a DOC. */
const MISPLACED = '341-itau-cnab240-SB23112AIT.ret'

const READERS = { remessa: readPagamento, retorno: readRetornoPagamento, dda: readDda }

/** Which of our readers take a file for theirs. */
const takenBy = (text: string): string =>
  Object.entries(READERS)
    .filter(([, read]) => {
      try {
        read(text)
        return true
      } catch {
        return false
      }
    })
    .map(([reader]) => reader)
    .join(' ')

describe.skipIf(!hasConformance)('files of 240 columns', () => {
  const KINDS: Readonly<Record<string, string>> = {
    'pagamento-remessa': 'remessa',
    'pagamento-invalido': 'remessa',
    'pagamento-retorno': 'retorno',
    dda: 'dda',
    extrato: '',
    'cobranca-remessa': '',
    'cobranca-retorno': '',
  }
  it.each(Object.entries(KINDS))('of %s are taken for what they are', (kind, reader) => {
    const other = names(kind).filter((name) => name !== MISPLACED && takenBy(textIn(kind, name)) !== reader)
    expect(other).toEqual([])
  })

  it('hold a return of payments among those of collection', () => {
    const read = readRetornoPagamento(textIn('cobranca-retorno', MISPLACED))
    expect(read.itens).toMatchObject([
      {
        pagamento: {
          tipo: 'ted',
          forma: '03',
          valor: '262.35',
          nosso_numero: '218943371000018',
          favorecido: { documento: '09439442000103' },
        },
        evento: 'cancelado',
        ocorrencias: [{ codigo: 'NA', texto: 'Cancelado por falta de autorização' }],
        dEfetivacao: '2012-11-22',
        efetivado: '262.35',
      },
    ])
    expect(read.faltas).toEqual([])
  })
})
