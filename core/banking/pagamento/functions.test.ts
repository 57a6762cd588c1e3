import { describe, expect, it } from 'vitest'
import { coreFunctions } from '../../functions'
import { columns } from '../cnab/retorno.fixture'
import { slipBar } from './pagamento.fixture'

const run = (name: string, input: unknown): unknown => coreFunctions.get(name)?.run(input)
const bag = (value: unknown): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(value ?? {}))
const listIn = (value: unknown, name: string): readonly Readonly<Record<string, unknown>>[] => {
  const list = bag(value)[name]
  return Array.isArray(list) ? list.map(bag) : []
}

const ORDER = {
  banco: '341',
  pagador: {
    nome: 'Loja',
    documento: '11222333000181',
    conta: { banco: '341', agencia: '1234', conta: '56789', conta_dv: '0' },
  },
  sequencia: 1,
  data: '2026-12-09',
  hora: '10:20:30',
  pagamentos: [
    {
      tipo: 'pix',
      seu_numero: 'P-1',
      data: '2026-12-10',
      valor: 150.75,
      favorecido: { nome: 'Maria' },
      chave_tipo: 'email',
      chave: 'maria@loja.example',
    },
    {
      tipo: 'boleto',
      seu_numero: 'P-2',
      data: '2026-12-10',
      valor: '10.00',
      favorecido: { nome: 'Fornecedor', documento: '11444777000161' },
      codigo_barras: slipBar('001', 1_000, '1234567890123456789012345'),
      vencimento: '2026-12-15',
      valor_titulo: '10.00',
    },
  ],
}

describe('payments from the terminal', () => {
  it('are written in the files that their bank wants, read again and answered', () => {
    const files = listIn(run('banking.pagamento', ORDER), 'arquivos')
    expect(files.map(({ sequencia }) => sequencia)).toEqual([1, 2])
    expect(files.map((one) => run('banking.pagamento', { text: one['text'] }))).toMatchObject([
      { faltas: [], pagamentos: [{ tipo: 'boleto', valor: '10.00' }] },
      { faltas: [], pagamentos: [{ tipo: 'pix', valor: '150.75', chave: 'maria@loja.example' }] },
    ])
    const text = String(files[0]?.['text'])
    const answer = `${text.slice(0, 142)}2${text.slice(143)}`
    expect(run('banking.pagamento', { text: answer })).toMatchObject({ itens: [{ evento: 'outro' }] })
  })

  it('that a bank would refuse are told before', () => {
    expect(run('banking.conferePagamento', ORDER)).toEqual({ faltas: [] })
    const wrong = { ...ORDER, pagamentos: ORDER.pagamentos.map((one) => ({ ...one, valor: 0 })) }
    expect(listIn(run('banking.conferePagamento', wrong), 'faltas').map(({ campo }) => campo)).toEqual([
      'valor',
      'valor',
    ])
    const [file] = listIn(run('banking.pagamento', ORDER), 'arquivos')
    expect(run('banking.conferePagamento', { text: String(file?.['text']).replaceAll('\r', '') })).toMatchObject({
      faltas: [{ campo: 'quebra_de_linha' }],
    })
    expect(() => run('banking.pagamento', { ...ORDER, pagamentos: [{ tipo: 'cheque' }] })).toThrow('Entrada inválida')
  })

  it('reads a sweep of the DDA', () => {
    const text = [
      columns(240, { 1: '23700000', 73: 'LOJA', 143: '2' }),
      columns(240, { 1: '23700011T0301' }),
      columns(240, {
        1: '2370001300001G',
        18: slipBar('001', 1_000, '1234567890123456789012345'),
        116: '000000000001000',
      }),
    ].join('\n')
    expect(run('banking.dda', { text })).toMatchObject({ titulos: [{ valor: '10.00', banco: '001' }] })
  })
})
