import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ScaleSimulator, startScale } from '../fixtures/simulators/scale'

/** The agent as a program: its configuration, its doctor, and that it answers until it is told to end. */

let folder: string
let simulator: ScaleSimulator
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-agente-'))
  simulator = startScale()
  simulator.says = [Uint8Array.from('\u000201234\u0003', (character) => character.charCodeAt(0))]
})
afterAll(() => {
  simulator.stop()
  rmSync(folder, { recursive: true })
})

const TOKEN = 'um-token-de-dezesseis'
const good = () => ({
  porta: 0,
  origens: ['https://erp.exemplo.com.br'],
  token: TOKEN,
  balancas: [{ nome: 'Balcão', protocolo: 'toledo-prt1', tcp: `127.0.0.1:${simulator.port}` }],
})

function begin(command: string, config: unknown) {
  const path = join(folder, 'agente.json')
  writeFileSync(path, typeof config === 'string' ? config : JSON.stringify(config))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), command, '--config', path])
  let out = ''
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (out += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { child, ended, told: () => out }
}

describe('the agent', () => {
  it('answers until it is told to end', async () => {
    const { child, ended, told } = begin('run', good())
    await expect.poll(told).toMatch(/^Agente em http:\/\/127\.0\.0\.1:\d+\n$/)
    const url = told().replace('Agente em ', '').trim()
    const weigh = () => fetch(`${url}/balanca`, { headers: { Authorization: `Bearer ${TOKEN}` } })
    await expect.poll(async () => (await weigh()).status).toBe(200)
    expect(await (await weigh()).json()).toEqual({ peso: 1.234 })
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('tries its scales: 0 where all gave a weight, 1 and why where one did not', async () => {
    const well = begin('doctor', good())
    expect([await well.ended, well.told()]).toEqual([0, 'ok    Balcão: 1,234 kg\n'])
    const lost = { nome: 'Fundos', protocolo: 'filizola', serial: '/dev/ttyNADA0' }
    const ill = begin('doctor', { ...good(), balancas: [...good().balancas, lost] })
    expect(await ill.ended).toBe(1)
    expect(ill.told()).toContain('FALHA Fundos: A porta /dev/ttyNADA0 não existe')
  })

  it.each([
    ['what is no JSON', '{', 'não é JSON'],
    ['a short token', { token: 'curto' }, 'token: O token tem ao menos 16 caracteres.'],
    ['a page that is no address', { origens: ['erp'] }, 'origens.0: Use o endereço da página'],
    [
      'a scale of an unknown protocol',
      { balancas: [{ nome: 'A', protocolo: 'x', tcp: 'a:1' }] },
      'balancas.0.protocolo: Use um destes protocolos: toledo-prt1',
    ],
    [
      'a scale by two ways',
      { balancas: [{ nome: 'A', protocolo: 'filizola', tcp: 'a:1', serial: '/dev/ttyS0' }] },
      'Informe serial ou tcp: um dos dois.',
    ],
    ['what it does not know', { senha: 'x' }, 'senha: Valor inválido, desconhecido ou faltando.'],
    [
      'a folder that cannot be, before a code is asked for',
      { servidor: 'http://127.0.0.1:1', dados: '/dev/null/prumo' },
      'dados: a pasta /dev/null/prumo não pode ser usada.',
    ],
    [
      'BarTender without its models',
      { bartender: 'C:\\\\bartend.exe' },
      'bartender_modelos: Informe a pasta dos modelos do BarTender.',
    ],
    [
      'models of another computer',
      { bartender_modelos: '\\\\\\\\pc\\\\etq' },
      'bartender_modelos: Use o caminho da pasta',
    ],
    ['what is missing', { token: undefined }, 'token: Valor inválido, desconhecido ou faltando.'],
  ] as const)('refuses %s, and says where', async (_, wrong, message) => {
    const { ended, told } = begin('run', typeof wrong === 'string' ? wrong : { ...good(), ...wrong })
    expect(await ended).toBe(2)
    expect(told()).toContain(message)
  })
})
