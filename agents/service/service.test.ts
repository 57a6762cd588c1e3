import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config'
import { Log } from '../log'
import { unitPath, unitText } from './linux'
import { uninstall, writtenBy } from './service'
import { schtasks, taskXml } from './windows'

/** What would be installed, word for word, and the log that a service leaves. */

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-servico-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the unit of systemd', () => {
  it('starts the program with its own words, whatever they are made of, and again after each end', () => {
    const unit = unitText({
      program: '/opt/prumo agente/prumo-agente',
      args: ['run', '--config', '/etc/prumo/100% "meu" $HOME.json'],
      isSystem: true,
      writes: ['/var/lib/prumo-agente', '/srv/100% $papel'],
    })
    expect(unit).toContain(
      String.raw`ExecStart="/opt/prumo agente/prumo-agente" "run" "--config" "/etc/prumo/100%% \"meu\" $$HOME.json"`,
    )
    expect(unit.split('\n')).toEqual(
      expect.arrayContaining([
        'Restart=always',
        'NoNewPrivileges=true',
        'ProtectSystem=full',
        'ReadWritePaths="-/var/lib/prumo-agente" "-/srv/100%% $papel"',
        'WantedBy=multi-user.target',
      ]),
    )
  })

  it('of a user asks for nothing of the whole PC', () => {
    const unit = unitText({ program: '/p', args: [], isSystem: false, writes: ['/d'] })
    expect(unit).toContain('WantedBy=default.target')
    expect(unit).not.toContain('Protect')
  })
})

describe('what the service may write', () => {
  const path = () => join(folder, 'escreve.json')
  const config = () => {
    const impressoras = [
      { nome: 'A', pasta: '/srv/papel' },
      { nome: 'B', tcp: '192.168.0.9:9100' },
    ]
    writeFileSync(path(), JSON.stringify({ servidor: 'http://127.0.0.1:1', dados: '/var/lib/x', impressoras }))
    return readConfig(path())
  }

  it('are its data, folders that are printed from, and the folder of its own program: of no runtime', () => {
    expect(writtenBy(config(), '/opt/prumo/prumo-agente')).toEqual(['/var/lib/x', '/srv/papel', '/opt/prumo'])
    expect(writtenBy(config(), undefined)).toEqual(['/var/lib/x', '/srv/papel'])
  })
})

describe('the task of Windows', () => {
  it('is ended before it is taken away: what it started would go on', () => {
    const told: string[] = []
    expect(uninstall({ dryRun: true, tell: (line) => told.push(line), platform: 'win32' })).toBe(true)
    expect(told).toEqual(['$ schtasks /End /TN Prumo Agente', '$ schtasks /Delete /TN Prumo Agente /F'])
  })

  it('is XML that says what is started, when, and that it has no limit of time', () => {
    const xml = taskXml({
      program: 'C:\\Prumo & Cia\\prumo-agente.exe',
      args: ['run', '--config', 'C:\\dados do agente\\'],
      atBoot: true,
    })
    const { Task } = new XMLParser().parse(xml)
    expect(Task.Actions.Exec).toEqual({
      Command: 'C:\\Prumo & Cia\\prumo-agente.exe',
      Arguments: '"run" "--config" "C:\\dados do agente\\\\"',
    })
    expect([Task.Triggers.BootTrigger.Enabled, Task.Settings.ExecutionTimeLimit]).toEqual([true, 'PT0S'])
    expect(taskXml({ program: 'a', args: [], atBoot: false })).toContain('<LogonTrigger>')
    expect(schtasks.create('C:\\t.xml')).toEqual([
      'schtasks',
      '/Create',
      '/TN',
      'Prumo Agente',
      '/XML',
      'C:\\t.xml',
      '/F',
    ])
  })
})

describe.skipIf(process.platform !== 'linux')('the program', () => {
  const run = (...args: readonly string[]) => {
    const config = join(folder, 'agente.json')
    writeFileSync(config, JSON.stringify({ servidor: 'http://127.0.0.1:1', dados: join(folder, 'dados') }))
    const main = join(import.meta.dirname, '../main.ts')
    return spawnSync(process.execPath, [main, ...args, '--config', config], { encoding: 'utf8' })
  }

  it('shows with --dry-run what it would do, and does nothing of it', () => {
    const isRoot = process.getuid?.() === 0
    const before = existsSync(unitPath(isRoot))
    const { status, stdout } = run('install', '--dry-run')
    expect([status, existsSync(unitPath(isRoot))]).toEqual([0, before])
    expect(stdout).toContain(`${unitPath(isRoot)}:\n[Unit]\n`)
    expect(stdout).toContain(`$ systemctl ${isRoot ? '' : '--user '}enable --now prumo-agente`)
    expect(run('uninstall', '--dry-run').stdout).toContain(`disable --now prumo-agente`)
  })

  it('says how it stands: no service, and not run yet', () => {
    const { stdout } = run('status')
    expect(stdout).toContain('servidor http://127.0.0.1:1: ainda não rodou neste computador')
  })
})

describe('the log', () => {
  it('turns at its size, keeps five older files, and never grows beyond that', () => {
    const path = join(folder, 'logs', 'agente.log')
    const log = new Log(path, 500)
    for (let line = 0; line < 200; line++) log.tell(`linha ${line}`)
    expect(readFileSync(path, 'utf8')).toContain('linha 199\n')
    expect([1, 2, 3, 4, 5, 6].map((n) => existsSync(`${path}.${n}`))).toEqual([true, true, true, true, true, false])
    for (const file of [path, `${path}.1`, `${path}.5`]) expect(statSync(file).size).toBeLessThan(600)
  })
})
