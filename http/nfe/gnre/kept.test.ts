import { expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { allBackgroundJobs } from '../../platform/jobs/job'
import { checksKept } from '../guarda/check'
import { issuerTest, run, server } from '../nota/issuing.fixture'
import { byHand, guideById, sentGuide } from './guides.fixture'

issuerTest()

async function check(): Promise<void> {
  await run(`update guarda_conferencia set "dhFim" = "dhFim" - interval '7 days'`)
  await allBackgroundJobs()
    .get(checksKept.name)
    ?.run({}, { services: server.services, signal: new AbortController().signal, attempt: 1, attempts: 1 })
}

it('what was sent and answered is only added to, and compared with its digest every week', async () => {
  const { id } = await byHand()
  await sentGuide(id)
  for (const text of [`update gnre_xml set xml = 'x'`, 'delete from gnre_xml', 'truncate gnre_xml'])
    await expect(run(text), text).rejects.toMatchObject({
      cause: { message: expect.stringContaining('permission denied') },
    })
  await check()
  expect((await guideById(id)).falha_guarda).toBeNull()
  const asItsOwner = (text: string) => asOwner(server.url, (owner) => owner.unsafe(text))
  await asItsOwner(`update gnre_xml set xml = xml || ' ' where gnre_id = ${id} and tipo = 'resposta'`)
  await check()
  expect((await guideById(id)).falha_guarda).toBe('divergente')
  await asItsOwner(`update gnre_xml set tipo = 'evento', xml = rtrim(xml) where gnre_id = ${id} and tipo = 'resposta'`)
  await check()
  expect((await guideById(id)).falha_guarda).toBe('ausente')
  await asItsOwner(`update gnre_xml set tipo = 'resposta' where gnre_id = ${id} and tipo = 'evento'`)
  await check()
  expect((await guideById(id)).falha_guarda).toBeNull()
})
