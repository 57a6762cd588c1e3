import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testPair } from '../../../fixtures/certificates'
import { sampleKey, sampleNote } from '../../../fixtures/simulators/sefaz/sample-note'
import { CallFailed } from '../../platform/outside/call'
import { authorise, query } from './client'
import { sign } from './sign'
import type { SefazAt } from './soap-call'

const folder = mkdtempSync(join(tmpdir(), 'sefaz-'))
const program = join(import.meta.dirname, '../../../fixtures/simulators/sefaz/main.ts')
const pair = testPair()
const running: ReturnType<typeof start>[] = []
afterAll(async () => {
  for (const one of running) one.process.kill('SIGKILL')
  await Promise.all(running.map((one) => one.process.exited))
  rmSync(folder, { recursive: true })
})

function start(state: string) {
  const process_ = Bun.spawn([process.execPath, program, '--port', '0', '--state', join(folder, state)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return { process: process_, reader: process_.stdout.getReader() }
}

/** A process of the simulator, and how it is called. */
async function sefaz(state: string) {
  const one = start(state)
  running.push(one)
  const { value } = await one.reader.read()
  const sefazUrl = new TextDecoder().decode(value).trim()
  const at: SefazAt = { UF: 'SP', tpAmb: '2', mod: '55', tpEmis: '1', pair, services: { sefazUrl } }
  const set = (body: object) => fetch(`${sefazUrl}/controle`, { method: 'POST', body: JSON.stringify(body) })
  return { at, set, process: one.process }
}

const noteOf = (nNF: number) => ({ nNF, at: new Date() })

describe('a SEFAZ that dies', () => {
  it('after it took a document knows it when it is back: the key is asked, and nothing is sent twice', async () => {
    const first = await sefaz('one')
    const note = noteOf(1)
    const xml = sign(sampleNote(note), pair)
    expect((await first.set({ treat: [{ service: 'authorise', die: true }] })).status).toBe(200)
    const error = await authorise(first.at, { idLote: '1', notes: [xml] }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CallFailed)
    expect(error).toMatchObject({ sent: true })
    await first.process.exited
    expect(first.process.signalCode).toBe('SIGKILL')
    // The last line of what it kept was cut off by the power.
    appendFileSync(join(folder, 'one'), '{"kind":"forgotten","chN')
    const second = await sefaz('one')
    expect((await query(second.at, sampleKey(note))).answer).toMatchObject({ cStat: '100' })
    const again = await authorise(second.at, { idLote: '1', notes: [xml] })
    expect(again.answer.protocols[0]?.cStat).toBe('204')
    const next = await authorise(second.at, { idLote: '2', notes: [sign(sampleNote(noteOf(2)), pair)] })
    expect(next.answer.protocols[0]?.cStat).toBe('100')
    expect((await query((await sefaz('one')).at, sampleKey(noteOf(2)))).answer.cStat).toBe('100')
  })

  it('in the middle of many keeps each that it answered, and takes the others once', async () => {
    const first = await sefaz('many')
    const notes = Array.from({ length: 12 }, (_, index) => noteOf(100 + index))
    const texts = notes.map((one) => sign(sampleNote(one), pair))
    const sent = texts.map((xml) =>
      authorise(first.at, { idLote: '1', notes: [xml] }).then(({ answer }) => answer.protocols[0]?.nProt),
    )
    await Promise.race(sent)
    first.process.kill('SIGKILL')
    const answered = await Promise.allSettled(sent)
    const second = await sefaz('many')
    for (const [index, note] of notes.entries()) {
      const { answer } = await query(second.at, sampleKey(note))
      const result = answered[index]
      if (result?.status === 'fulfilled') expect([answer.cStat, answer.protocol?.nProt]).toEqual(['100', result.value])
      const more = await authorise(second.at, { idLote: '1', notes: [texts[index] ?? ''] })
      expect(more.answer.protocols[0]?.cStat).toBe(answer.cStat === '100' ? '204' : '100')
    }
    const told: unknown = await (await fetch(`${second.at.services.sefazUrl}/controle`)).json()
    expect(told).toMatchObject({ notas: expect.arrayContaining(notes.map((one) => sampleKey(one))) })
  })

  it('422 for what cannot be set', async () => {
    const { set } = await sefaz('set')
    expect((await set({ treat: [{ cut: 'sideways' }] })).status).toBe(422)
    expect((await set({ down: { UF: 'XX', way: '108' } })).status).toBe(422)
  })
})
