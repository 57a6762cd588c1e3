import { expect } from 'vitest'
import { call, ids, invoiced, ok, RULE, run, sefaz, server } from '../nota/issuing.fixture'

/** Notes whose taxes go to another state, and what becomes of their guides. */

export const GUIDES = '/api/nfe/gnre'

/** Sales to a consumer of São Paulo owe DIFAL and the poverty fund there. Answers the customer, who may be another. */
export async function consumerBeyond(more: object = {}): Promise<number> {
  await ok('PUT', `/api/nfe/tributacao/${ids.rule}`, { ...RULE, pICMSUFDest: 18, pFCPUFDest: 2 })
  const ADDRESS = { xLgr: 'Avenida Paulista', nro: '900', xBairro: 'Bela Vista', CEP: '01310100' }
  const made = await ok('POST', '/api/cliente', {
    ...ADDRESS,
    xNome: 'Consumidora de São Paulo',
    CNPJ_CPF: '52998224725',
    UF: 'SP',
    cMun: 3550308,
    indIEDest: 9,
    ...more,
  })
  return made.id
}

const MOST_ROUNDS = 20

/** Whatever waits is due now and goes out, until nothing of guides and notes does any more. */
export async function settled(): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const due = await run(
      `update troca set "dhProxima" = date_trunc('second', now()) where status in ('na_fila', 'incerta', 'recebida') returning id`,
    )
    if (due.length === 0) return
    await server.runJobs()
  }
}

/** A sale to whom another state is owed taxes, with its note and the guides of it. */
export async function soldBeyond(cliente_id: number, line: object = { vUnTrib: 500 }) {
  const { note } = await invoiced({ cliente_id }, line)
  await settled()
  return { note: await ok('GET', `/api/nfe/nfe/${note.id}`), guides: await guidesOf({ nfe_id: note.id }) }
}

export async function guidesOf(where: object) {
  const { data } = await ok(
    'GET',
    `${GUIDES}?perPage=50&orderBy=id&sortedBy=asc&where=${encodeURIComponent(JSON.stringify(where))}`,
  )
  return data
}

export const guideById = (id: number) => ok('GET', `${GUIDES}/${id}`)

/** A guide made by hand. */
export async function byHand(values: object = {}) {
  const answer = await call('POST', GUIDES, {
    ufFavorecida: 'BA',
    receita: '100099',
    tpDocOrigem: '10',
    nDocOrigem: '77',
    dVencimento: '2090-12-20',
    dPagamento: '2090-12-20',
    vPrincipal: 85.5,
    CNPJ_CPF_dest: '33000167000101',
    xDest: 'Cliente da Bahia',
    cMun_dest: 3550308,
    ...values,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/** Sends a guide, and lets all that follows happen. */
export async function sentGuide(id: number) {
  await ok('POST', `${GUIDES}/${id}/envia`)
  await settled()
  return guideById(id)
}

/** The guides that the portal has, by the numbers that we gave them. */
export const portalHas = (): readonly string[] => sefaz.gnre.state.guides.map((one) => one.identificador)
