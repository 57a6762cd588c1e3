import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columns } from '../cnab/retorno.fixture'
import { readDda } from './dda'
import { LAYOUTS_PAGAMENTO } from './layouts/layouts'
import { orderOf, slipBar } from './pagamento.fixture'
import { readRetornoPagamento } from './read-retorno-pagamento'
import { filesOf, writePagamento } from './write-pagamento'

/** What a bank would say of a file: the same lines with the way turned and codes where they stand. */
const answered = (text: string, code: string): string[] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line, at) => {
      if (at === 0) return line.slice(0, 142) + '2' + line.slice(143)
      const isFirst = line.charAt(7) === '3' && /[AJON]/.test(line.charAt(13)) && line.slice(17, 19) !== '52'
      return isFirst ? line.slice(0, 230) + code.padEnd(10) : line
    })

const A = (parts: Readonly<Record<number, string>>, bank = '237') =>
  columns(240, {
    1: `${bank}0001300001A000`,
    18: '018748012340000000056789',
    42: '0',
    44: 'FORNECEDOR',
    74: 'P-1',
    94: '10122026BRL',
    105: '0'.repeat(15),
    120: '000000000015075',
    135: 'BANCO77',
    155: '10122026000000000015075',
    ...parts,
  })

const file = (bank: string, forma: string, rows: readonly string[], ofBatch = '') => {
  const end = String(rows.length + 2).padStart(6, '0')
  return [
    columns(240, { 1: `${bank}00000`, 18: '211444777000161', 73: 'COMERCIO', 143: '21012202610203000000708901600' }),
    columns(240, { 1: `${bank}00011C20${forma}045`, 231: ofBatch }),
    ...rows,
    columns(240, { 1: `${bank}00015`, 18: `${end}000000000000015075` }),
    columns(240, { 1: `${bank}99999`, 18: `000001${String(rows.length + 4).padStart(6, '0')}` }),
  ]
}

const events = (bank: string, codes: string, ofBatch = '') =>
  readRetornoPagamento(file(bank, '41', [A({ 231: codes }, bank)], ofBatch).join('\n')).itens[0]

describe('a return of payments', () => {
  it.each([...LAYOUTS_PAGAMENTO.keys()])('of bank %s tells each payment that was sent', (bank) => {
    fc.assert(
      fc.property(orderOf(bank), (order) => {
        for (const one of filesOf(order)) {
          const { itens, faltas } = readRetornoPagamento(answered(writePagamento(one), 'BD').join('\r\n'))
          expect(faltas).toEqual([])
          expect(itens.map((item) => item.pagamento.seu_numero).toSorted()).toEqual(
            one.pagamentos.map((payment) => payment.seu_numero).toSorted(),
          )
          expect(new Set(itens.map((item) => item.evento))).toEqual(new Set(['agendado']))
        }
      }),
      { numRuns: 15 },
    )
  })

  it('says what became of a payment, when, how much and by which proof', () => {
    const proof = columns(240, { 1: '2370001300002Z', 15: 'ABC123', 79: 'PROTOCOLO9' })
    const read = readRetornoPagamento(file('237', '41', [A({ 231: '00' }), proof]).join('\n'))
    expect(read).toMatchObject({
      banco: '237',
      pagador: { nome: 'COMERCIO', documento: '11444777000161' },
      sequencia: 7,
      data: '2026-12-10',
      faltas: [],
    })
    expect(read.itens).toMatchObject([
      {
        pagamento: { tipo: 'ted', seu_numero: 'P-1', nosso_numero: 'BANCO77', valor: '150.75' },
        ocorrencias: [{ codigo: '00', texto: 'Pagamento efetuado', evento: 'pago' }],
        evento: 'pago',
        autenticacao: 'ABC123',
        dEfetivacao: '2026-12-10',
        efetivado: '150.75',
      },
    ])
  })

  it('goes by the code that undoes most, of the bank’s own table', () => {
    expect(events('237', 'ANBE')).toMatchObject({
      evento: 'rejeitado',
      ocorrencias: [{ codigo: 'AN' }, { codigo: 'BE' }],
    })
    expect(events('237', '00ZA')?.evento).toBe('pago')
    expect(events('237', 'BF')).toMatchObject({ evento: 'cancelado', ocorrencias: [{ texto: 'Exclusão efetuada' }] })
    expect(events('237', '01')?.evento).toBe('rejeitado')
    expect(events('341', 'DV')).toMatchObject({ evento: 'devolvido' })
    expect(events('341', 'SS')?.evento).toBe('cancelado')
    expect(events('341', 'CE')?.evento).toBe('cancelado')
    expect(events('237', 'CE')?.evento).toBe('rejeitado')
    expect(events('237', 'PJ')).toMatchObject({
      evento: 'rejeitado',
      ocorrencias: [{ texto: 'Chave não cadastrada no DICT' }],
    })
    expect(events('237', '7Q')).toMatchObject({ evento: 'outro', ocorrencias: [{ texto: 'Ocorrência 7Q' }] })
    expect(events('237', '')).toMatchObject({ evento: 'outro', ocorrencias: [] })
  })

  it('of a movement that takes back what was paid is of money that came back', () => {
    const rows = [A({ 15: '333', 231: '00' })]
    const { itens, faltas } = readRetornoPagamento(file('237', '41', rows).join('\n'))
    expect(itens).toMatchObject([{ evento: 'devolvido', ocorrencias: [{ codigo: '00' }], efetivado: '150.75' }])
    expect(faltas).toEqual([])
    const entered = readRetornoPagamento(file('237', '41', [A({ 231: 'BD' }), A({ 15: '999', 231: 'BF' })]).join('\n'))
    expect(entered).toMatchObject({ faltas: [], itens: [{ evento: 'agendado' }, { evento: 'cancelado' }] })
  })

  it('takes the codes of a batch for payments without any', () => {
    expect(events('237', '', 'HA')).toMatchObject({ evento: 'rejeitado', ocorrencias: [{ texto: 'Lote não aceito' }] })
    expect(events('237', '00', '01')?.evento).toBe('pago')
    const { lotes } = readRetornoPagamento(file('237', '41', [A({ 231: '00' })], '01').join('\n'))
    expect(lotes).toMatchObject([{ lote: '0001', forma: '41', ocorrencias: [{ codigo: '01' }] }])
  })

  it('is known by what is in it', () => {
    const lines = file('237', '41', [A({ 231: '00' })])
    const sent = lines.map((line, at) => (at === 0 ? `${line.slice(0, 142)}1${line.slice(143)}` : line))
    expect(() => readRetornoPagamento(sent.join('\n'))).toThrow('verifique se é um retorno de pagamentos')
    const titles = lines.map((line, at) => (at === 1 ? line.replace('1C', '1T') : line))
    expect(() => readRetornoPagamento(titles.join('\n'))).toThrow('Arquivo não suportado')
    expect(() => readRetornoPagamento('')).toThrow('Arquivo não suportado')
    expect(() => readRetornoPagamento(lines[0] ?? '')).toThrow('Arquivo não suportado')
    expect(readRetornoPagamento(lines.map((line) => line.toLowerCase()).join('\r')).itens).toHaveLength(1)
  })

  it('is read where a bank tells a Pix by another form, or fills what it does not use', () => {
    const key = columns(240, { 1: '2370001300002B', 15: '02', 18: '2', 128: 'maria@loja.example' })
    const pix = readRetornoPagamento(file('237', '99', [A({ 18: '009000', 231: '00' }), key]).join('\n'))
    expect(pix.itens).toMatchObject([{ pagamento: { tipo: 'pix', chave_tipo: 'email', chave: 'maria@loja.example' } }])
    const odd = columns(240, { 1: '2370001300002B', 18: '211222333000181', 128: 'NADA'.repeat(20) })
    const { itens } = readRetornoPagamento(file('237', '41', [A({ 231: '00' }), odd]).join('\n'))
    expect(itens).toMatchObject([{ pagamento: { tipo: 'ted', favorecido: { documento: '11222333000181' } } }])
  })

  it('of a bank that is not known is read as FEBRABAN has it', () => {
    expect(events('999', '00')).toMatchObject({ evento: 'pago', pagamento: { tipo: 'ted', valor: '150.75' } })
  })
})

const BAR = slipBar('748', 123_456, '1172060007589645204030050')
const G = columns(240, {
  1: '2370001300001G',
  16: '01',
  18: BAR,
  62: '20',
  64: '12ABC34501DE35',
  78: 'FORNECEDOR FICTICIO',
  108: '05012027000000000123456',
  148: 'NF 4711/1',
  182: '01122026000000000000411105012027000000000001000',
})
const H = columns(240, {
  1: '2370001300002H',
  16: '01',
  18: '1000012345678909MARIA',
  74: '204012027000000000000500',
  98: '000000000000000000000000',
  122: '206012027000000000000200000000000000300',
  161: 'NAO RECEBER APOS O VENCIMENTO',
})
const sweep = (rows: readonly string[]) => [
  columns(240, { 1: '23700000', 18: '211444777000161', 73: 'COMERCIO', 143: '210122026101500' }),
  columns(240, { 1: '23700011T0301030' }),
  ...rows,
  columns(240, { 1: '23700015', 18: String(rows.length + 2).padStart(6, '0') }),
  columns(240, { 1: '23799999', 18: `000001${String(rows.length + 4).padStart(6, '0')}` }),
]

describe('a sweep of the DDA', () => {
  it('tells who issued each slip, when it is due and on what terms', () => {
    const read = readDda(sweep([G, H]).join('\r\n'))
    expect(read).toMatchObject({
      banco: '237',
      pagador: { documento: '11444777000161' },
      data: '2026-12-10',
      faltas: [],
    })
    expect(read.titulos).toMatchObject([
      {
        linha: 3,
        movimento: '01',
        codigo_barras: BAR,
        banco: '748',
        emissor: { nome: 'FORNECEDOR FICTICIO', documento: '12ABC34501DE35' },
        sacador: { nome: 'MARIA', documento: '12345678909' },
        numero_documento: 'NF 4711/1',
        dVencimento: '2027-01-05',
        dEmissao: '2026-12-01',
        valor: '1234.56',
        abatimento: '3.00',
        juros_dia: '4.11',
        multa: { tipo: 'percentual', valor: '2.00', data: '2027-01-06' },
        descontos: [
          { tipo: 'valor', valor: '10.00', data: '2027-01-05' },
          { tipo: 'percentual', valor: '5.00', data: '2027-01-04' },
        ],
        mensagens: ['NAO RECEBER APOS O VENCIMENTO'],
      },
    ])
    expect(read.titulos[0]?.linha_digitavel).toHaveLength(47)
  })

  it('without slips, cut at the right, with a wrong barcode or count is read', () => {
    expect(readDda(sweep([]).join('\n'))).toMatchObject({ titulos: [], faltas: [] })
    const short = readDda(sweep([G.slice(0, 162)]).join('\n'))
    expect(short.titulos[0]).toMatchObject({
      valor: '1234.56',
      dEmissao: null,
      descontos: [],
      multa: null,
      sacador: null,
    })
    const wrong = readDda(
      sweep([G.replace(BAR, BAR.replace(/.$/, '9'))])
        .slice(0, -1)
        .join('\n'),
    )
    expect(wrong.titulos[0]?.linha_digitavel).toBe('')
    expect(wrong.faltas).toEqual(['Falta o registro final do arquivo.', 'Linha 3: o código de barras não é válido.'])
    expect(readDda([...sweep([G]).slice(0, 3), ...sweep([G, H]).slice(-2)].join('\n')).faltas).toEqual([
      'O lote 0001 diz ter 4 registros e tem 3.',
      'O arquivo diz ter 6 registros e tem 5.',
    ])
    expect(() => readDda(file('237', '41', [A({})]).join('\n'))).toThrow('verifique se é uma varredura do DDA')
  })
})
