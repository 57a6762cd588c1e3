import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../core/br/civil-date'
import { asOwner } from '../../fixtures/as-owner'
import type { TestServer } from '../../fixtures/test-server'
import { entered, inDays, ok, openStore, product, sale } from './output.fixture'

/** Reports of the warehouse, over a store that bought three products, sold two and used one up. */

let server: TestServer
let ids: Record<'cheese' | 'ham' | 'old' | 'far', number>
const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

beforeAll(async () => {
  const store = await openStore()
  ;({ server } = store)
  const { empresa_id } = server
  const [cheese, ham, old] = [
    await product({ xProd: 'Queijo', codigo: 'Q' }),
    await product({ xProd: 'Presunto', codigo: 'P', controla_lote: 1 }),
    await product({ xProd: 'Vela', codigo: 'V' }),
  ]
  ids = { cheese, ham, old, far: store.ids.far }
  await entered(cheese, 10, [], 4)
  await entered(ham, 10, [{ nLote: 'L1', dVal: inDays(30), qTrib: 6 }], 1)
  await entered(old, 5, [], 2)
  await asOwner(
    server.url,
    (owner: Sql) => owner`update movimento_estoque set criado_em = criado_em - interval '100 days'`,
  )
  for (const [id, quantity] of [
    [cheese, 9],
    [ham, 3],
  ] as const)
    await ok('POST', `/api/venda/${await sale(id, quantity)}/fecha`)
  const [shelf] = (
    await ok('GET', `/api/estoque/mercadoria_armazenamento?where=${JSON.stringify({ mercadoria_id: ham })}`)
  ).data
  await ok('POST', `/api/estoque/mercadoria_armazenamento/${shelf.id}/transfereEstoqueRapido`, {
    armazenamento_dest_id: ids.far,
    quantidade: 2,
  })
  const centre = await server.insert('centro_custo', { empresa_id, descricao: 'Cozinha' })
  const used = await ok('POST', '/api/estoque/consumo', {
    centro_custo_id: centre.id,
    consumo_mercadoria_list: [{ mercadoria_id: ham, qTrib: 1 }],
  })
  await ok('POST', `/api/estoque/consumo/${used.id}/finalizar`)
})
afterAll(() => server.close())

async function rows(name: string, query = '', who = server.admin): Promise<string[]> {
  const { status, body } = await who('GET', `/reporting/csv/${name}?${query}`)
  expect(status, String(body)).toBe(200)
  return String(body).replace('﻿', '').trimEnd().split('\r\n')
}

describe('reports of the warehouse', () => {
  it('estoque_dia: what there was then, and what there is', async () => {
    expect(await rows('estoque_dia', `dia=${addDays(today, -1)}`)).toEqual([
      'Código;Produto;Un.;Saldo;Custo médio;Valor',
      'P;Presunto;;10;1,00;10,00',
      'Q;Queijo;;10;4,00;40,00',
      'V;Vela;;5;2,00;10,00',
    ])
    expect(await rows('estoque_dia', `dia=${today}`)).toContain('Q;Queijo;;1;4,00;4,00')
    expect((await server.admin('GET', '/reporting/csv/estoque_dia?dia=31/12')).status).toBe(422)
  })

  it('estoque_movimentos: the balance after each; of one place, what was put there too', async () => {
    const told = await rows('estoque_movimentos', `mercadoria_id=${ids.cheese}&periodo_ini=${today}`)
    expect(told.slice(1).map((line) => line.split(';').slice(2))).toEqual([['A', '', '-9', '1', '-36,00', '4,00']])
    const far = await rows('estoque_movimentos', `mercadoria_id=${ids.ham}&armazenamento_id=${ids.far}`)
    expect(far.slice(1).map((line) => line.split(';').slice(2, 6))).toEqual([['B', 'L1', '2', '2']])
    expect((await server.admin('GET', '/reporting/csv/estoque_movimentos')).status).toBe(422)
  })

  it('estoque_abc: by the cost of what went out', async () => {
    expect(await rows('estoque_abc', 'dias=365')).toEqual([
      'Nº;Código;Produto;Un.;Saiu;Custo do que saiu;Parte;Acumulado;Classe',
      '1;Q;Queijo;;9;36,00;90,00;90,00;A',
      '2;P;Presunto;;4;4,00;10,00;100,00;B',
    ])
  })

  it('estoque_cobertura and estoque_parado: how long it lasts; what does not go', async () => {
    expect(await rows('estoque_cobertura', 'dias=9')).toEqual([
      'Código;Produto;Un.;Disponível;Saiu no período;Por dia;Dias de estoque',
      'Q;Queijo;;1;9;1;1',
      'P;Presunto;;6;4;0,4444;13',
    ])
    expect(await rows('estoque_parado', 'dias=30')).toEqual([
      'Código;Produto;Un.;Última saída;Saldo;Valor',
      'V;Vela;;;5;10,00',
    ])
  })

  it('estoque_local: what lies where, of which lot', async () => {
    const far = await rows('estoque_local', `armazenamento_id=${ids.far}`)
    expect(far.slice(1).map((line) => line.split(';').filter((_, at) => at !== 5))).toEqual([
      ['B', 'P', 'Presunto', '', 'L1', '2', '0'],
    ])
    expect(await rows('estoque_local', `mercadoria_id=${ids.ham}`)).toHaveLength(3)
  })

  it('consumo_centro: what each centre used up', async () => {
    expect(await rows('consumo_centro')).toEqual([
      'Centro de custo;Código;Produto;Un.;Consumido;Custo',
      'Cozinha;P;Presunto;;1;1,00',
    ])
  })

  it('tell no cost to whoever may not know it', async () => {
    const clerk = await server.user({ permissions: ['show relatorios', 'show mercadoria'] })
    expect((await rows('estoque_dia', `dia=${today}`, clerk))[0]).toBe('Código;Produto;Un.;Saldo')
    expect((await clerk('GET', '/reporting/csv/estoque_abc')).status).toBe(403)
  })
})
