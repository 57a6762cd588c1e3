import { describe, expect, inject, it } from 'vitest'
import { asOwner } from '../fixtures/as-owner'
import { readSettings } from '../http/settings'
import { copyFinding, externalFindings, replicationFindings, type ServerFacts, serverFindings } from './doctor-external'

const GB = 1024 ** 3
const well: ServerFacts = {
  version: 180_004,
  connections: 197,
  open: 40,
  sharedBuffers: 2 * GB,
  workMem: GB / 64,
  walLevel: 'replica',
  timeZone: 'UTC',
  durable: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', autovacuum: 'on' },
  idleInTransactionMs: 0,
  idleSessionMs: 0,
  isRemote: true,
  isEncrypted: true,
  collations: [],
  replicas: [{ name: 'leitura', state: 'streaming', behind: 0 }],
  slots: [{ name: 'leitura', active: true, held: 0 }],
  idAge: 1e6,
  freezeAge: 2e8,
  archivedAt: null,
}
const looked = (odd: Partial<ServerFacts>) => [
  ...serverFindings({ ...well, ...odd }),
  ...replicationFindings({ ...well, ...odd }),
]

describe('an external database', () => {
  it.each<[Partial<ServerFacts>, string, string]>([
    [{ version: 150_018 }, 'banco: versão', 'falha'],
    [{ connections: 20 }, 'banco: max_connections', 'falha'],
    [{ open: 180 }, 'banco: conexões', 'atenção'],
    [{ sharedBuffers: GB / 8 }, 'banco: shared_buffers', 'atenção'],
    [{ workMem: GB / 256 }, 'banco: work_mem', 'atenção'],
    [{ walLevel: 'minimal' }, 'banco: wal_level', 'atenção'],
    [{ durable: { ...well.durable, autovacuum: 'off' } }, 'banco: autovacuum', 'falha'],
    [{ idleSessionMs: 1 }, 'banco: idle_session_timeout', 'atenção'],
    [{ idleInTransactionMs: 1_000 }, 'banco: idle_in_transaction_session_timeout', 'atenção'],
    [{ isEncrypted: false }, 'banco: conexão', 'falha'],
    [{ collations: ['pt_BR'] }, 'banco: ordem dos textos', 'falha'],
    [{ replicas: [{ name: 'r', state: 'streaming', behind: GB }] }, 'réplicas', 'atenção'],
    [{ slots: [{ name: 's', active: false, held: 6 * GB }] }, 'slot s', 'falha'],
    [{ idAge: 4e8 }, 'banco: idade das transações', 'atenção'],
    [{ idAge: 1.6e9 }, 'banco: idade das transações', 'falha'],
  ])('%j is told, with what to do', (odd, name, state) => {
    expect(looked({})).toEqual([expect.objectContaining({ state: 'ok' }), expect.objectContaining({ state: 'ok' })])
    const told = looked(odd).filter((one) => one.state !== 'ok')
    expect(told).toEqual([{ name, state, detail: expect.any(String), mend: expect.any(String) }])
  })

  it('has a last copy, which is told when it is old or there is none', () => {
    const now = new Date('2026-11-28T12:00:00Z')
    const at = (archivedAt: string | null) => copyFinding({ archivedAt }, { backupDir: undefined }, now).state
    expect([at('2026-11-28T02:00:00Z'), at('2026-11-26T02:00:00Z'), at(null)]).toEqual(['ok', 'atenção', 'atenção'])
  })

  it('is asked itself: one that does not write safely is a failure', async () => {
    const settings = readSettings({ PRUMO_BACKUPS: '0' })
    const found = await asOwner(inject('templateUrl'), (owner) => externalFindings(owner, settings, new Date()))
    expect(found.flatMap(({ name, state }) => (state === 'falha' ? [name] : [])).toSorted()).toEqual([
      'banco: fsync',
      'banco: full_page_writes',
      'banco: synchronous_commit',
    ])
  })
})
