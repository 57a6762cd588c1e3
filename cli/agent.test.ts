import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeKey } from '../agents/road/key-file'
import { type AgentServerSimulator, startAgentServer } from '../fixtures/simulators/agent-server'
import { type ScaleSimulator, startScale } from '../fixtures/simulators/scale'

/** `prumo agent doctor`: scales, printers and the server's word, with the shell's codes. */

const CHAVE = 'agente_chave-de-teste-bem-comprida'
let folder: string
let scale: ScaleSimulator
let server: AgentServerSimulator
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-cli-agente-'))
  scale = startScale()
  scale.says = [Uint8Array.from('\u000201234\u0003', (character) => character.charCodeAt(0))]
  server = startAgentServer(CHAVE)
})
afterAll(async () => {
  scale.stop()
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function doctor(more: object = {}) {
  const path = join(folder, 'agente.json')
  const balancas = [{ nome: 'Balcão', protocolo: 'toledo-prt1', tcp: `127.0.0.1:${scale.port}` }]
  writeFileSync(path, JSON.stringify({ servidor: server.url, dados: folder, balancas, ...more }))
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dirname, 'main.ts'), 'agent', 'doctor', '--config', path],
    {
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

it('0 where all is well, 1 with how it is mended where it is not, 2 for a configuration that is none', async () => {
  const unpaired = await doctor()
  expect(unpaired).toMatchObject({ code: 1, err: '1 problema(s) a resolver.\n' })
  expect(unpaired.out).toContain('ok       Balcão: 1,234 kg\n')
  expect(unpaired.out).toContain(`falha    servidor: ${server.url} responde, e este agente não está pareado\n`)
  writeKey(folder, { servidor: server.url, nome: 'Expedição', chave: CHAVE })
  expect(await doctor({ impressoras: [{ nome: 'Etiquetas', pasta: folder }] })).toMatchObject({
    code: 0,
    out: `ok       Balcão: 1,234 kg\nok       Etiquetas: pasta ${folder}\nok       servidor: pareado com ${server.url} como “Expedição”\n`,
  })
  writeKey(folder, { servidor: server.url, nome: 'Expedição', chave: `${CHAVE}-velha` })
  expect((await doctor()).out).toContain(`falha    servidor: ${server.url} não aceita mais a chave deste agente\n`)
  const away = await doctor({ servidor: 'http://127.0.0.1:1', impressoras: [{ nome: 'Zebra', tcp: '127.0.0.1:1' }] })
  expect(away.out).toContain('falha    Zebra: nada responde em 127.0.0.1:1\n')
  expect(away.out).toContain('falha    servidor: http://127.0.0.1:1 não responde\n')
  expect(await doctor({ token: 'curto' })).toMatchObject({
    code: 2,
    err: 'token: O token tem ao menos 16 caracteres.\n',
  })
})
