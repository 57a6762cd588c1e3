import { expect, it } from 'vitest'
import { hurried, invoiced, issuerTest, ok, run, sefaz, sent, server } from '../nota/issuing.fixture'
import { allBackgroundJobs } from '../../platform/jobs/job'
import { watchesSefaz } from './watch'

issuerTest()

/** A minute of the watch. */
const watch = () =>
  allBackgroundJobs().get(watchesSefaz.name)?.run(
    {},
    {
      services: server.services,
      signal: new AbortController().signal,
      attempt: 1,
      attempts: 1,
    },
  )
const on = () =>
  run('select id, "tpEmis", automatica, "dhVolta" is not null as voltou from contingencia where "dhFim" is null')

/** A note that fails three times. */
async function failedThrice() {
  const { note } = await invoiced()
  await sent(note.id)
  await hurried(note.id)
  await hurried(note.id)
  return note
}

it('goes into contingency after three failures, where the company wants it: by the virtual SEFAZ where that is at work, by EPEC where it is not; out when the authority is back to stay', async () => {
  sefaz.faults.down('PR', '109')
  const note = await failedThrice()
  await watch()
  expect(await on()).toEqual([])
  await ok('PUT', `/api/empresa/${server.empresa_id}`, { contingencia_automatica: true })
  // Nobody answers at all: it is our own network, out of which no other way leads.
  sefaz.faults.treat({ service: 'status', cut: 'before' })
  await watch()
  expect(await on()).toEqual([])
  // The state has not switched its contingency on: notes are announced to the national environment.
  await watch()
  expect(await on()).toEqual([{ id: expect.any(Number), tpEmis: 4, automatica: true, voltou: false }])
  await run('update contingencia set "dhFim" = "dhInicio"')
  sefaz.faults.contingency.set('PR', 'on')
  await watch()
  await watch()
  expect(await on()).toEqual([{ id: expect.any(Number), tpEmis: 7, automatica: true, voltou: false }])
  const other = await invoiced()
  expect(other.note.tpEmis).toBe(7)
  expect((await sent(other.note.id)).status).toBe(3)
  sefaz.faults.up()
  await watch()
  expect(await on()).toMatchObject([{ voltou: true }])
  sefaz.faults.down('PR', '108')
  await watch()
  expect(await on()).toMatchObject([{ voltou: false }])
  sefaz.faults.up()
  await watch()
  await run(`update contingencia set "dhVolta" = "dhVolta" - interval '6 minutes'`)
  await watch()
  expect(await on()).toEqual([])
  expect((await hurried(note.id)).status).toBe(3)
})
