import type { Sql } from 'postgres'
import { expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { allBackgroundJobs } from '../../platform/jobs/job'
import { checksKept } from '../guarda/check'
import { call, issuerTest, run, server } from '../nota/issuing.fixture'
import { carrying, manifestById, manifested, noted, underWay } from './carrying.fixture'

issuerTest()

it('what is kept of a manifest is neither changed nor deleted by the program, and is compared every week with its digest', async () => {
  const by = await carrying()
  const route = await underWay(by, [await noted()])
  const [open] = await manifested(route)
  for (const text of [`update mdfe_xml set xml = 'x'`, 'delete from mdfe_xml', 'truncate mdfe_xml'])
    await expect(run(text), text).rejects.toMatchObject({
      cause: { message: expect.stringContaining('permission denied') },
    })
  const check = async (): Promise<unknown> => {
    await run(`update guarda_conferencia set "dhFim" = "dhFim" - interval '7 days'`)
    await allBackgroundJobs()
      .get(checksKept.name)
      ?.run({}, { services: server.services, signal: new AbortController().signal, attempt: 1, attempts: 1 })
    return (await manifestById(open.id)).falha_guarda
  }
  expect(await check()).toBeNull()
  const owner = (text: string) => asOwner(server.url, (sql: Sql) => sql.unsafe(text))
  await owner(`update mdfe_xml set xml = xml || ' ' where tipo = 'assinada'`)
  expect(await check()).toBe('divergente')
  await owner(`delete from mdfe_xml where tipo = 'protocolo'`)
  expect(await check()).toBe('ausente')
})

it('a second manifest of a route to the same state is refused before it is numbered', async () => {
  const [first] = await run('select rota_id, "nMDF" from mdfe where status = 3')
  const { body } = await call('POST', '/api/nfe/mdfe', { rota_id: first?.rota_id, UFFim: 'PR' })
  expect(await call('POST', `/api/nfe/mdfe/${body.id}/emite`)).toMatchObject({
    status: 400,
    body: { code: 'has_manifest', message: `A rota já tem o MDF-e nº ${String(first?.nMDF)} para PR.` },
  })
})
