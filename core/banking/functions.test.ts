import { describe, expect, it } from 'vitest'
import { coreFunctions } from '../functions'
import { bradesco } from './cnab/retorno.fixture'

const run = (name: string, input: unknown): unknown => coreFunctions.get(name)?.run(input)

const REMESSA = {
  banco: '237',
  layout: 'cnab400',
  beneficiario: {
    nome: 'Loja',
    documento: '11222333000181',
    codigo_transmissao: '123',
    conta: { banco: '237', agencia: '1234', conta: '56789', conta_dv: '0', carteira: '9' },
  },
  sequencia: 1,
  data: '2026-11-27',
  titulos: [
    {
      nosso_numero: '123',
      nosso_numero_dv: '4',
      seu_numero: '77/1',
      vencimento: '2026-12-10',
      valor: 199.9,
      multa: { tipo: 'percentual', valor: 2 },
      pagador: { nome: 'Maria', documento: '12345678909', cep: '01001000' },
    },
  ],
}

describe('banking from the terminal', () => {
  it('makes a boleto, and reads its line', () => {
    const made = run('banking.boleto', {
      banco: '341',
      agencia: '1987',
      conta: '86404',
      carteira: '180',
      nossoNumero: '81006219',
      vencimento: '2026-11-20',
      valor: '10.00',
    })
    expect(made).toMatchObject({ campoLivre: '1808100621981987864046000', nossoNumeroFormatado: '180/81006219-8' })
    const linha = String(Object.entries(made ?? {}).find(([name]) => name === 'linhaDigitavel')?.[1])
    expect(run('banking.linhaDigitavel', { linha })).toMatchObject({
      valid: true,
      banco: '341',
      vencimento: '2026-11-20',
      valor: '10.00',
    })
    expect(run('banking.linhaDigitavel', { linha: '123' })).toMatchObject({ valid: false })
    expect(run('banking.fatorVencimento', { vencimento: '2025-02-22' })).toEqual({ fator: '1000' })
  })

  it('writes a remessa, reads it and a retorno, and says what a bank would refuse', () => {
    const written = run('banking.cnab', REMESSA)
    expect(run('banking.cnab', written)).toMatchObject({
      banco: '237',
      faltas: [],
      titulos: [{ valor: '199.90', multa: { tipo: 'percentual', valor: '2.00' }, seu_numero: '77/1' }],
    })
    const text = bradesco([{ codigo: '06', nosso: '1234', valor: '199.90', pago: '199.90' }]).join('\n')
    expect(run('banking.cnab', { text })).toMatchObject({ ocorrencias: [{ evento: 'liquidado', pago: '199.90' }] })
    const wrong = { ...REMESSA, titulos: REMESSA.titulos.map((one) => ({ ...one, valor: 0 })) }
    expect(run('banking.confereRemessa', wrong)).toMatchObject({
      faltas: [{ seu_numero: '77/1', campo: 'valor', coluna: 127 }],
    })
  })

  it('makes codes of Pix and reads them', () => {
    const made = run('banking.pix', { key: '12345678909', name: 'Loja', city: 'Campinas', amount: '1.00' })
    expect(run('banking.pix', made)).toMatchObject({ kind: 'static', amount: '1.00' })
    const kept = run('banking.pix', { url: 'pix.banco.example/v2/abc', name: 'Loja', city: 'Campinas' })
    expect(run('banking.pix', kept)).toMatchObject({ kind: 'dynamic', url: 'pix.banco.example/v2/abc' })
  })
})
