import type { Sql } from 'postgres'
import { expect } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import type { TestServer } from '../../../fixtures/test-server'
import { call, ok, openStore } from '../output.fixture'

/** A store whose stock is counted by two people, who may not decide. */

export const PATH = '/api/estoque/mercadoria_inventario'
export const RIGHTS = ['show inventario', 'edit inventario', 'show mercadoria']

interface Counted {
  readonly server: TestServer
  readonly ids: Awaited<ReturnType<typeof openStore>>['ids']
  readonly ana: TestServer['admin']
  readonly bia: TestServer['admin']
}

let store: Counted

export async function openCounted(): Promise<Counted> {
  const { server, ids } = await openStore()
  await server.insert('tipo_entrada_saida', {
    descricao: 'Ajuste',
    tipo: 0,
    padrao: 3,
    movimenta_estoque: true,
    gera_financeiro: 'NAO_GERA',
  })
  const [ana, bia] = [await server.user({ permissions: RIGHTS }), await server.user({ permissions: RIGHTS })]
  store = { server, ids, ana, bia }
  return store
}

export const open = (mercadoria_id: number, more: object = {}) =>
  ok('POST', PATH, { descricao: 'Contagem', mercadoria_id, ...more })
export const did = (id: number, verb: string, body: object = {}) => ok('POST', `${PATH}/${id}/${verb}`, body)
export const act = (id: number, verb: string, body: object = {}) => call('POST', `${PATH}/${id}/${verb}`, body)
/** What has moved so far did so ten minutes ago. */
export const minutesPass = () =>
  asOwner(
    store.server.url,
    (owner: Sql) => owner`update movimento_estoque set criado_em = criado_em - interval '10 minutes'`,
  )

let key = 0
/** A key that no reading had yet. */
export const newKey = (): string => `k${(key += 1)}`

export async function count(who: TestServer['admin'], id: number, body: object) {
  const answer = await who('POST', `${PATH}/${id}/contar`, {
    chave: newKey(),
    armazenamento_id: store.ids.near,
    soma: false,
    ...body,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

export const items = async (id: number) =>
  (
    await ok(
      'GET',
      `/api/estoque/mercadoria_inventario_item?where={"mercadoria_inventario_id":${id}}&orderBy=id&sortedBy=asc`,
    )
  ).data
/** How each item of a count stands, and what was found of it. */
export const states = async (id: number) =>
  (await items(id)).map((one: { situacao: string; qContada: number | null }) => [one.situacao, one.qContada])
