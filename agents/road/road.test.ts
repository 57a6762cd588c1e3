import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AgentServerSimulator, startAgentServer } from '../../fixtures/simulators/agent-server'
import { type PrinterSimulator, startPrinter } from '../../fixtures/simulators/printer'
import { writeKey } from './key-file'

/** The road as the agent's program walks it: cut, it is opened again; killed between printing and saying so, a paper comes out once or is told to be in doubt. */

const CHAVE = 'agente_chave-de-teste-bem-comprida'
let folder: string
let server: AgentServerSimulator
let paper: PrinterSimulator
let child: ReturnType<typeof spawn> | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-estrada-'))
  server = startAgentServer(CHAVE)
  paper = startPrinter()
  writeKey(folder, { servidor: server.url, nome: 'Balcão', chave: CHAVE })
  const config = {
    servidor: server.url,
    dados: folder,
    impressoras: [{ nome: 'Zebra', tcp: `127.0.0.1:${paper.port}` }],
  }
  writeFileSync(join(folder, 'agente.json'), JSON.stringify(config))
})
afterEach(async () => {
  await end('SIGTERM')
  await server.stop()
  paper.stop()
  rmSync(folder, { recursive: true })
})

function begin(): void {
  const main = join(import.meta.dirname, '../main.ts')
  child = spawn(process.execPath, [main, 'run', '--config', join(folder, 'agente.json')], { stdio: 'ignore' })
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const running = child
  if (!running) return
  const ended = new Promise((resolve) => running.once('exit', resolve))
  running.kill(signal)
  await ended
  child = undefined
}

const count = (tipo: string) => server.heard.filter((one) => one.tipo === tipo).length
const lastOf = (trabalho: string) => server.heard.findLast((one) => one.trabalho === trabalho)?.situacao
const give = (trabalho: string) =>
  server.say({
    tipo: 'imprime',
    trabalho,
    impressora: 'Zebra',
    arquivo: `${trabalho}.zpl`,
    bartender: '',
    conteudo: Buffer.from(`etiqueta ${trabalho}`).toString('base64'),
  })

describe('the road', () => {
  it('is opened again after it was cut, and what came out meanwhile is told', async () => {
    begin()
    await expect.poll(() => count('ola')).toBe(1)
    server.cut()
    await expect.poll(() => count('ola')).toBe(2)
    give('srv-1-1')
    await expect.poll(() => lastOf('srv-1-1')).toBe('impressa')
    // Handed out once more, as a server does that did not hear so: the same paper.
    give('srv-1-1')
    server.open = ['srv-1-1', 'srv-9-1']
    server.cut()
    await expect.poll(() => lastOf('srv-9-1')).toBe('desconhecida')
    expect([lastOf('srv-1-1'), paper.papers]).toEqual(['impressa', ['etiqueta srv-1-1']])
  })

  it('killed around its printing, eight times: each paper came out once, or is told to be in doubt', async () => {
    for (let round = 0; round < 8; round++) {
      const trabalho = `srv-${round}-1`
      const comes = count('ola')
      begin()
      await expect.poll(() => count('ola')).toBe(comes + 1)
      give(trabalho)
      await Bun.sleep(round * 2)
      await end('SIGKILL')
      server.open = [...server.open, trabalho]
    }
    begin()
    await expect.poll(() => server.open.map(lastOf)).not.toContain('enviando')
    await expect.poll(() => server.open.map(lastOf).filter((one) => one === 'na_fila')).toEqual([])
    for (const trabalho of server.open) {
      const came = () => paper.papers.filter((text) => text === `etiqueta ${trabalho}`).length
      if (lastOf(trabalho) === 'impressa') await expect.poll(came, { message: trabalho }).toBe(1)
      // What never reached the agent's disk is unknown to it, and did not come out.
      else expect(came(), trabalho).toBeLessThanOrEqual(lastOf(trabalho) === 'duvida' ? 1 : 0)
    }
  }, 60_000)
})
