import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cnpjCheckDigits } from '../../br/tax-id'
import { staticBrCode } from '../../pix/br-code'
import { checkPagamentoFile } from './check-file'
import { LAYOUTS_PAGAMENTO } from './layouts/layouts'
import type { OrdemPagamento, Pagamento, PagamentoLido } from './pagamento'
import { guideBar, orderOf, slipBar } from './pagamento.fixture'
import { readPagamento } from './read-pagamento'
import { checkPagamento, filesOf, writePagamento } from './write-pagamento'

/** A payment without where it stood. */
const plain = ({
  linha: _line,
  lote: _batch,
  forma: _form,
  movimento: _movement,
  nosso_numero: _number,
  ...one
}: PagamentoLido): unknown => one

const byNumber = <T extends { readonly seu_numero: string }>(list: readonly T[]): readonly T[] =>
  list.toSorted((a, b) => (a.seu_numero < b.seu_numero ? -1 : 1))

const TARGET = { nome: 'Fornecedor Ação Ltda', documento: '11222333000181', endereco: null, email: '' }
const COMMON = { seu_numero: 'P-1', data: '2026-12-10', valor: '150.75', servico: '20', favorecido: TARGET }
const ACCOUNT = {
  banco: '748',
  agencia: '1234',
  agencia_dv: '',
  conta: '56789',
  conta_dv: '0',
  agencia_conta_dv: '',
  poupanca: false,
}
const TED: Pagamento = { ...COMMON, tipo: 'ted', conta: ACCOUNT, mesma_titularidade: false, finalidade: '00010' }
const PIX: Pagamento = {
  ...COMMON,
  tipo: 'pix',
  seu_numero: 'P-2',
  chave_tipo: 'email',
  chave: 'maria@loja.example',
  mensagem: '',
}
const BOLETO: Pagamento = {
  ...COMMON,
  tipo: 'boleto',
  seu_numero: 'P-3',
  codigo_barras: slipBar('001', 15_075, '1234567890123456789012345'),
  vencimento: '2026-12-15',
  valor_titulo: '150.75',
  desconto: '0.00',
  acrescimo: '0.00',
  sacado: null,
  sacador: null,
}
const GUIA: Pagamento = {
  tipo: 'guia',
  seu_numero: 'P-4',
  data: '2026-12-10',
  valor: '89.90',
  servico: '22',
  codigo_barras: guideBar('3', '6', 8_990, '12345678901234567890123456789'),
  concessionaria: 'Energia',
  vencimento: '2026-12-18',
}
const DARF: Pagamento = {
  tipo: 'tributo',
  tributo: 'darf',
  seu_numero: 'P-5',
  data: '2026-12-10',
  valor: '110.00',
  servico: '22',
  contribuinte: { nome: 'Loja', documento: '11222333000181' },
  receita: '2089',
  competencia: '',
  periodo: '2026-11-30',
  vencimento: '2026-12-20',
  principal: '100.00',
  multa: '7.00',
  juros: '3.00',
  dados: {},
  complementos: [],
}
const ORDER: OrdemPagamento = {
  banco: '237',
  pagador: {
    nome: 'Comércio São João',
    documento: '11444777000161',
    conta: {
      banco: '237',
      agencia: '1234',
      agencia_dv: '3',
      conta: '56789',
      conta_dv: '0',
      agencia_conta_dv: '',
      convenio: '123456',
      parametro_transmissao: '',
      compromisso: '',
    },
    endereco: {
      logradouro: 'Rua A',
      numero: '10',
      complemento: '',
      bairro: '',
      cidade: 'Itu',
      cep: '13300000',
      uf: 'SP',
    },
  },
  sequencia: 7,
  data: '2026-12-09',
  hora: '10:20:30',
  pagamentos: [TED],
}
const ITAU: OrdemPagamento = {
  ...ORDER,
  banco: '341',
  pagador: { ...ORDER.pagador, conta: { ...ORDER.pagador.conta, banco: '341', agencia_dv: '', convenio: '' } },
}

const says = (one: Pagamento, order = ORDER) =>
  checkPagamento({ ...order, pagamentos: [one] }).map((fault) => fault.mensagem)

describe('a file of payments', () => {
  it.each([...LAYOUTS_PAGAMENTO.keys()])('of bank %s is read as it was written', (bank) => {
    fc.assert(
      fc.property(orderOf(bank), (order) => {
        const files = filesOf(order)
        const texts = files.map(writePagamento)
        const read = texts.map(readPagamento)
        expect(byNumber(read.flatMap(({ pagamentos }) => pagamentos)).map(plain)).toEqual(byNumber(order.pagamentos))
        for (const [at, one] of read.entries()) {
          const { pagador, banco, data, hora } = order
          expect(one).toMatchObject({ pagador, banco, data, hora, sequencia: files[at]?.sequencia, faltas: [] })
          expect(new Set(texts[at]?.split('\r\n').map((line) => line.length))).toEqual(new Set([240, 0]))
          expect(writePagamento({ ...order, ...one })).toBe(texts[at])
          expect(checkPagamentoFile(texts[at] ?? '')).toEqual([])
        }
      }),
      { numRuns: 40 },
    )
  })

  it('is plain capitals, has a batch a form, counts itself and sums its payments', () => {
    const lines = writePagamento({
      ...ORDER,
      pagamentos: [TED, BOLETO, { ...TED, seu_numero: 'P-9' }, GUIA, DARF],
    }).split('\r\n')
    expect(lines[0]).toContain('COMERCIO SAO JOAO')
    expect(lines.filter((line) => line.charAt(7) === '1').map((line) => line.slice(8, 16))).toEqual([
      'C2041045',
      'C2031040',
      'C2211012',
      'C2216012',
    ])
    expect(lines.filter((line) => line.charAt(7) === '5').map((line) => line.slice(17, 41))).toEqual([
      '000006000000000000030150',
      '000004000000000000015075',
      '000003000000000000008990',
      '000003000000000000011000',
    ])
    expect(lines.at(-2)?.slice(17, 29)).toBe('000004000018')
  })

  it('of Itaú is two where some of it is Pix, the second with the next number', () => {
    const order = { ...ITAU, pagamentos: [TED, PIX, BOLETO] }
    expect(filesOf(order).map((one) => [one.sequencia, one.pagamentos.map(({ tipo }) => tipo)])).toEqual([
      [7, ['ted', 'boleto']],
      [8, ['pix']],
    ])
    expect(filesOf({ ...ORDER, pagamentos: [TED, PIX] })).toHaveLength(1)
    expect(() => writePagamento(order)).toThrow('pagamentos por Pix em arquivo separado')
    expect(filesOf({ ...order, sequencia: null, pagamentos: [PIX, TED] }).map(({ sequencia }) => sequencia)).toEqual([
      null,
      null,
    ])
  })

  it('of Itaú says that a CNPJ of many zeros is one, and tells notices apart', () => {
    const documento = `000001230001${cnpjCheckDigits('000001230001')}`
    const ambiguous = { ...TED, favorecido: { ...TARGET, documento } }
    const segments = (one: Pagamento) =>
      writePagamento({ ...ITAU, pagamentos: [one] })
        .split('\r\n')
        .map((line) => (line.charAt(7) === '3' ? line.charAt(13) : ''))
        .join('')
    expect(segments(TED)).toBe('A')
    expect(segments(ambiguous)).toBe('AB')
    expect(readPagamento(writePagamento({ ...ITAU, pagamentos: [ambiguous] })).pagamentos).toMatchObject([
      { favorecido: { documento } },
    ])
    expect(segments({ ...BOLETO, favorecido: { ...TARGET, email: 'a@loja.example' } })).toBe('JJB')
    expect(segments({ ...DARF, complementos: ['Linha'] })).toBe('NW')
  })

  it('takes typed lines and codes of Pix as they are copied', () => {
    const code = staticBrCode({ key: '+5511999998888', name: 'Loja', city: 'Itu', amount: '150.75', txid: 'PEDIDO1' })
    const qr: Pagamento = {
      ...COMMON,
      tipo: 'pix_qr',
      copia_e_cola: code,
      endereco: '',
      txid: '',
      vencimento: null,
    }
    expect(readPagamento(writePagamento({ ...ITAU, pagamentos: [qr] })).pagamentos).toMatchObject([
      { tipo: 'pix_qr', endereco: '+5511999998888', txid: 'PEDIDO1', valor: '150.75' },
    ])
    expect(says({ ...qr, valor: '150.74' })).toEqual([
      'Pagamento P-1: valor (coluna 153) é diferente do que o QR Code diz, 150.75.',
    ])
    expect(says({ ...qr, copia_e_cola: code.slice(0, -1) })[0]).toContain('não é um código Pix: falta o CRC no fim')
    const line = { ...GUIA, codigo_barras: '83670000000 1 89901234567 8 90123456789 0 12345678901 2' }
    expect(says(line)[0]).toContain('código de barras (coluna 18) não é válido')
  })

  it('that a bank would refuse is refused by payment, field and column', () => {
    expect(says(TED)).toEqual([])
    expect(says({ ...TED, conta: { ...ACCOUNT, banco: '237' } })).toEqual([
      'Pagamento P-1: banco do favorecido (coluna 21) é o do pagador: TED é para outro banco, use crédito em conta.',
    ])
    expect(says({ ...TED, tipo: 'credito' })[0]).toContain('não é o do pagador: crédito em conta é do próprio banco')
    expect(says({ ...TED, conta: { ...ACCOUNT, agencia: '', conta_dv: '' } })).toEqual([
      'Pagamento P-1: agência do favorecido (coluna 24) não foi informado.',
      'Pagamento P-1: dígito da conta do favorecido (coluna 42) não foi informado.',
    ])
    expect(says({ ...TED, finalidade: '' })).toEqual(['Pagamento P-1: finalidade (coluna 220) não foi informado.'])
    expect(says({ ...TED, finalidade: '' }, ITAU)).toEqual([])
    expect(says({ ...TED, favorecido: { ...TARGET, documento: '11222333000180' } })).toEqual([
      'Pagamento P-1: CPF ou CNPJ do favorecido (coluna 19) não é um CPF ou CNPJ; foi informado “11222333000180”.',
    ])
    expect(says({ ...TED, valor: '0.00' })).toEqual(['Pagamento P-1: valor (coluna 120) tem de ser maior que zero.'])
    expect(says({ ...TED, data: '2026-12-08' })[0]).toContain('data do pagamento (coluna 94) é anterior à do arquivo')
    expect(says({ ...TED, seu_numero: '123456789012345678901' })[0]).toContain('tem até 20 caracteres')
    expect(says({ ...PIX, chave: '' })).toEqual(['Pagamento P-2: chave Pix (coluna 128) não foi informado.'])
    expect(says({ ...PIX, chave_tipo: 'cpf_cnpj', chave: '27.263.527/0001-65' })[0]).toContain('foi informado “27.263')
    expect(says({ ...DARF, juros: '2.00' })).toEqual([
      'Pagamento P-5: valor (coluna 96) não é a soma das partes, 109.00.',
    ])
    expect(says({ ...DARF, tributo: 'ipva' })).toEqual([
      'Pagamento P-5: forma de pagamento não pode ser informado: o layout do banco não tem IPVA.',
    ])
    const twice = checkPagamento({ ...ORDER, pagamentos: [TED, { ...PIX, seu_numero: 'P-1' }] })
    expect(twice).toMatchObject([{ seu_numero: 'P-1', campo: 'seu_numero', coluna: 74 }])
  })

  it('with a barcode that is none, or of another amount, is refused', () => {
    expect(says(BOLETO)).toEqual([])
    expect(says(GUIA)).toEqual([])
    const changed = BOLETO.codigo_barras.replace(/5$/, '6')
    expect(says({ ...BOLETO, codigo_barras: changed })[0]).toContain('o dígito geral não confere')
    expect(says({ ...BOLETO, codigo_barras: '' })[0]).toContain('código de barras (coluna 18) não foi informado')
    expect(says({ ...BOLETO, codigo_barras: GUIA.codigo_barras })[0]).toContain('é de uma conta ou guia')
    expect(says({ ...BOLETO, valor: '150.00', valor_titulo: '150.00' })).toEqual([
      'Pagamento P-3: valor do título (coluna 100) é diferente do que o código de barras diz, 150.75.',
    ])
    expect(says({ ...BOLETO, acrescimo: '1.00' })).toEqual([
      'Pagamento P-3: valor (coluna 153) não é o do título menos o desconto e mais o acréscimo, 151.75.',
    ])
    expect(says({ ...GUIA, valor: '89.91' })[0]).toContain(
      'valor (coluna 108) é diferente do que o código de barras diz',
    )
    expect(says({ ...GUIA, valor: '89.91' }, ITAU)[0]).toContain('valor (coluna 122)')
  })

  it('without an account, without payments or of an unknown bank is refused', () => {
    const { conta } = ORDER.pagador
    const pagador = { ...ORDER.pagador, documento: '11444777000162', conta: { ...conta, conta_dv: '', convenio: '' } }
    expect(checkPagamento({ ...ORDER, pagador }).map((one) => one.mensagem)).toEqual([
      'Pagador: dígito da conta (coluna 71) não foi informado.',
      'Pagador: convênio (coluna 33) não foi informado.',
      'Pagador: CPF ou CNPJ da empresa (coluna 19) não é um CPF ou CNPJ; foi informado “11444777000162”.',
    ])
    expect(() => writePagamento({ ...ORDER, pagador })).toThrow('dígito da conta (coluna 71) não foi informado')
    expect(() => writePagamento({ ...ORDER, pagamentos: [] })).toThrow('A ordem não tem pagamentos.')
    expect(() => writePagamento({ ...ORDER, banco: '999' })).toThrow('Não há layout de pagamentos CNAB240 para o banco')
    expect(() => readPagamento('nada')).toThrow('Arquivo não suportado')
  })

  it('that was cut or altered says so, and is read whatever its lines end with', () => {
    const text = writePagamento({ ...ORDER, pagamentos: [TED, PIX] })
    const lines = text.trimEnd().split('\r\n')
    const short = `\uFEFF${lines.map((line) => line.trimEnd()).join('\n')}\u001A`
    expect(readPagamento(short)).toEqual(readPagamento(text))
    expect(checkPagamentoFile(short).map((one) => one.campo)).toContain('quebra_de_linha')
    expect(readPagamento(lines.slice(0, 3).join('\n')).faltas).toEqual([
      'O lote 0001 não tem registro final.',
      'Falta o registro final do arquivo.',
    ])
    expect(readPagamento(text.replace('000000000015075', '000000000015076')).faltas).toEqual([
      'Os pagamentos do lote 0001 somam 150.76 e o registro final diz 150.75.',
    ])
    expect(readPagamento([...lines.slice(0, 3), ...lines.slice(4)].join('\n')).faltas).toEqual([
      'O lote 0001 diz ter 4 registros e tem 3.',
      'O arquivo diz ter 10 registros e tem 9.',
    ])
    const strange = [...lines.slice(0, 3), lines[2]?.replace(/^(.{13})A/, '$1Q') ?? '', ...lines.slice(3)].join('\n')
    expect(readPagamento(strange).desconhecidos).toHaveLength(1)
    expect(() => readPagamento(text.replace('000000000015075', '0000000000150,5'))).toThrow('não é um número')
  })
})
