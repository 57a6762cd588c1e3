import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LAYOUTS_240, LAYOUTS_400 } from './layouts/layouts'
import { remessaFileName } from './file-name'
import { readRemessa } from './read-remessa'
import { remessaOf } from './remessa.fixture'
import type { Remessa, RemessaLida, Titulo } from './titulo'
import { checkRemessa, writeRemessa } from './write-remessa'

/** Codes that are of different widths in the records of one file keep their zeros by record. */
const bare = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(/"0+(?=[^"])/g, '"'))

const told = ({ banco, layout, beneficiario, sequencia, data, hora }: Remessa) =>
  bare({ banco, layout, beneficiario, sequencia, data, hora })
const titles = ({ titulos }: RemessaLida) =>
  titulos.map(({ linha: _line, codigo: _code, codigo_especie: _kind, ...one }) => one)

const PAYER = {
  nome: 'MARIA',
  documento: '12345678909',
  endereco: 'RUA A',
  bairro: 'B',
  cep: '01001000',
  cidade: 'SAO PAULO',
  uf: 'SP',
}
const TITLE: Titulo = {
  comando: 'entrada',
  nosso_numero: '00000000123',
  nosso_numero_dv: '4',
  seu_numero: '77/1',
  uso_empresa: '',
  vencimento: '2026-12-10',
  emissao: '2026-11-27',
  valor: '199.90',
  especie: 'DM',
  aceite: false,
  juros: null,
  multa: null,
  desconto: null,
  abatimento: '0.00',
  iof: '0.00',
  protesto_dias: null,
  devolucao_dias: null,
  pagador: PAYER,
  avalista: null,
  mensagens: [],
}
const FILE: Remessa = {
  banco: '237',
  layout: 'cnab400',
  beneficiario: {
    nome: 'Comércio São João',
    documento: '11222333000181',
    codigo_transmissao: '123',
    conta: { banco: '237', agencia: '1234', conta: '56789', conta_dv: '0', carteira: '9' },
  },
  sequencia: 7,
  data: '2026-11-27',
  hora: null,
  titulos: [TITLE],
}

const LAYOUTS = [
  ...[...LAYOUTS_400.keys()].map((bank) => [bank, 'cnab400'] as const),
  ...[...LAYOUTS_240.keys()].map((bank) => [bank, 'cnab240'] as const),
]

describe('a remessa', () => {
  it.each(LAYOUTS)('of bank %s in %s is read as it was written', (bank, layout) => {
    fc.assert(
      fc.property(remessaOf(bank, layout), (one) => {
        const text = writeRemessa(one)
        const read = readRemessa(text)
        expect(read.faltas).toEqual([])
        expect(titles(read)).toEqual(one.titulos)
        expect(told(read)).toEqual(told(one))
        expect(new Set(text.split('\r\n').map((line) => line.length))).toEqual(
          new Set([layout === 'cnab400' ? 400 : 240, 0]),
        )
        expect(writeRemessa({ ...one, titulos: read.titulos })).toBe(text)
      }),
      { numRuns: 30 },
    )
  })

  it('is plain capitals, counts itself and sums its titles', () => {
    const lines = writeRemessa({
      ...FILE,
      titulos: [TITLE, { ...TITLE, seu_numero: '77/2', nosso_numero: '00000000124' }],
    }).split('\r\n')
    expect(lines[0]).toContain('COMERCIO SAO JOAO')
    expect(lines.map((line) => line.slice(394))).toEqual(['000001', '000002', '000003', '000004', ''])
    const santander = writeRemessa({
      ...FILE,
      banco: '033',
      beneficiario: { ...FILE.beneficiario, conta: { ...FILE.beneficiario.conta, banco: '033' } },
      titulos: [
        { ...TITLE, nosso_numero: '1234567' },
        { ...TITLE, nosso_numero: '1234568' },
      ],
    }).split('\r\n')
    expect(santander.at(-2)?.slice(0, 20)).toBe('90000040000000039980')
  })

  it('that a bank would refuse is refused by title, field and column', () => {
    const says = (change: Partial<Titulo>) =>
      checkRemessa({ ...FILE, titulos: [{ ...TITLE, ...change }] }).map((one) => one.mensagem)
    expect(says({})).toEqual([])
    expect(says({ vencimento: null })).toEqual(['Título 77/1: vencimento (coluna 121) não foi informado.'])
    expect(says({ valor: '0.00' })).toEqual(['Título 77/1: valor (coluna 127) tem de ser maior que zero.'])
    expect(says({ seu_numero: '12345678901' })).toEqual([
      'Título 12345678901: seu número (coluna 111) tem até 10 caracteres; foi informado “12345678901”.',
    ])
    expect(says({ pagador: { ...PAYER, documento: '123' } })).toEqual([
      'Título 77/1: CPF ou CNPJ do pagador (coluna 221) não é um CPF ou CNPJ; foi informado “123”.',
    ])
    expect(says({ comando: 'desconto' })[0]).toBe(
      'Título 77/1: comando (coluna 109) não pode ser informado: o layout não tem concessão de desconto.',
    )
    expect(says({ multa: { tipo: 'valor', valor: '2.00', data: null } })[0]).toContain(
      'o layout só leva multa em percentual',
    )
    expect(checkRemessa({ ...FILE, titulos: [TITLE, { ...TITLE, seu_numero: '78', comando: 'baixa' }] })).toMatchObject(
      [
        {
          seu_numero: '78',
          campo: 'nosso_numero',
          mensagem: 'Título 78: nosso número (coluna 71) já está nesta remessa; foi informado “00000000123”.',
        },
      ],
    )
    expect(says({ protesto_dias: 5, devolucao_dias: 9 })[0]).toContain('protesto ou devolução, não os dois')
    expect(says({ comando: 'baixa', nosso_numero: '0' })).toEqual([
      'Título 77/1: nosso número (coluna 71) não foi informado.',
    ])
  })

  it('without an account, without titles or of an unknown bank is refused', () => {
    const { conta } = FILE.beneficiario
    const without = { ...FILE, beneficiario: { ...FILE.beneficiario, conta: { ...conta, agencia: '' } } }
    expect(() => writeRemessa(without)).toThrow('Beneficiário: agência (coluna 25) não foi informado.')
    expect(() => writeRemessa({ ...FILE, titulos: [] })).toThrow('A remessa não tem títulos.')
    expect(() => writeRemessa({ ...FILE, banco: '999' })).toThrow('Não há layout de remessa CNAB400 para o banco 999.')
    expect(() => readRemessa('nada')).toThrow('Arquivo não suportado')
  })

  it('that was cut or altered says so', () => {
    const lines = writeRemessa({ ...FILE, titulos: [TITLE, { ...TITLE, nosso_numero: '00000000124' }] }).split('\r\n')
    expect(readRemessa(lines.slice(0, 2).join('\n')).faltas).toEqual(['Falta o registro final do arquivo.'])
    expect(readRemessa([lines[0], lines[1], lines[3]].join('\n')).faltas).toEqual([
      'O registro final diz ser o 4º e é o 3º.',
    ])
  })

  it('of several batches counts and sums each by itself', () => {
    const one = writeRemessa({ ...FILE, layout: 'cnab240', titulos: [TITLE] })
      .trimEnd()
      .split('\r\n')
    const batch = one.slice(1, -1)
    const second = batch.map((line) => line.slice(0, 3) + '0002' + line.slice(7))
    const end = (lines: number) =>
      one.at(-1)?.replace(/^(.{17})000001(\d{6})/, `$1000002${String(lines).padStart(6, '0')}`)
    const file = [...one.slice(0, 1), ...batch, ...second, end(2 * batch.length + 2)].join('\n')
    expect(readRemessa(file)).toMatchObject({ faltas: [], titulos: [{ valor: '199.90' }, { valor: '199.90' }] })
    const altered = file.replace('0002', '0003')
    expect(readRemessa(altered).faltas).toEqual([])
    expect(readRemessa([...one.slice(0, 1), ...batch, ...second.slice(1), end(0)].join('\n')).faltas).toEqual([
      `O lote 0002 diz ter ${batch.length} registros e tem ${2 * batch.length - 1}.`,
      expect.stringContaining('A soma dos títulos não é a do lote 0002.'),
    ])
  })

  it('has the name that its bank wants', () => {
    const named = (banco: string, doDia: number) =>
      remessaFileName({ banco, data: '2026-11-27', sequencia: 7, doDia, convenio: '12345' })
    expect([named('237', 1), named('341', 1)]).toEqual(['CB271101.REM', 'COB3412711000007.REM'])
    expect([1, 2, 10].map((one) => named('748', one))).toEqual(['12345N27.CRM', '12345N27.RM2', '12345N27.RM0'])
    expect(() => named('748', 11)).toThrow('até 10 remessas por dia')
  })
})
