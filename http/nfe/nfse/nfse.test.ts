import { describe, expect, it } from 'vitest'
import { addDays } from '../../../core/br/civil-date'
import { readDps } from '../../../core/fiscal/nfse/read-nfse'
import { today } from '../../../fixtures/test-clock'
import { call, certified, ok, run } from '../nota/issuing.fixture'
import {
  billed,
  finished,
  hurriedNfse,
  ids,
  nacional,
  nfseById,
  notesOf,
  ORDERS,
  sentNfse,
  servicesTest,
} from './services.fixture'

servicesTest()

describe('from an order to its note', () => {
  it('an invoiced order issues its note: numbered, signed, sent, and authorised by the answer', async () => {
    const { note } = await billed()
    expect(note).toMatchObject({ status: 1, nDPS: 1, serie: 1, vServ: 1000, vISSQN: 20, vLiq: 1000 })
    const told = await sentNfse(note.id)
    expect(told).toMatchObject({ status: 3, nNFSe: '1', cStat: '100', vISSQN: 20, CodigoMunicipio: '4106902' })
    expect(told.chNFSe).toMatch(/^41069022\w{42}$/)
    const kept = await run(`select tipo, xml from nfse_xml where nfse_id = ${note.id} order by id`)
    expect(kept.map(({ tipo }) => tipo)).toEqual(['assinada', 'protocolo'])
    expect(String(kept[1]?.xml)).toContain(String(kept[0]?.xml))
  })

  it('services of two codes are two notes; what a company keeps back is told, and nothing of it by a person', async () => {
    const both = [{ servico_id: ids.labour }, { servico_id: ids.training }, { servico_id: ids.labour, qTrib: 2 }]
    const { order } = await billed(both)
    const notes = await notesOf(order)
    expect(notes).toMatchObject([
      { vServ: 3000, vTotalRet: 0, vLiq: 3000 },
      { vServ: 1000, vTotalRet: 191.5, vLiq: 808.5 },
    ])
    for (const { id } of notes) expect(await sentNfse(id)).toMatchObject({ status: 3, cMotivoSubst: null })
    const { note } = await billed([{ servico_id: ids.training }], { cliente_id: ids.person })
    expect(note).toMatchObject({ vTotalRet: 0, xTomador: 'Ana Pessoa', status: 1 })
    const [kept] = await run(`select xml from nfse_xml where nfse_id = ${note.id}`)
    const { toma, valores, IBSCBS } = readDps(String(kept?.xml))
    expect(toma).toMatchObject({ CPF: '52998224725' })
    expect(valores.trib.tribFed).toBeUndefined()
    expect(IBSCBS?.indFinal).toBe('1')
  })

  describe('services that a note covers go into no other', () => {
    const other = async (): Promise<number> => {
      const labour = await ok('GET', `/api/srv/servico/${ids.labour}`)
      return (await ok('POST', '/api/srv/servico', { ...labour, codigo: null })).id
    }
    const recoded = (id: number, cNBS: string) => ok('PUT', `/api/srv/servico/${id}`, { cNBS })

    it('whatever the registers say since; one that is corrected is of those that still share its codes', async () => {
      const second = await other()
      const { order, note } = await billed([{ servico_id: ids.labour }, { servico_id: second }])
      expect(note).toMatchObject({ vServ: 2000, servicos: [ids.labour, second] })
      expect((await sentNfse(note.id)).status).toBe(3)
      await recoded(second, '120013100')
      expect((await call('POST', `${ORDERS}/${order}/emiteNFSe`)).body).toMatchObject({ code: 'no_services' })
      await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`, { cMotivo: '05' })
      const corrected = (await notesOf(order)).at(-1)
      expect((await sentNfse(corrected.id)).status).toBe(3)
      expect((await sentNfse(note.id)).status).toBe(6)
      await ok('POST', `${ORDERS}/${order}/emiteNFSe`)
      expect((await notesOf(order)).map(({ servicos }: { servicos: number[] }) => servicos)).toEqual([
        [ids.labour, second],
        [ids.labour],
        [second],
      ])
    })

    it('of drafts whose services have come to share their codes, one alone is issued', async () => {
      const second = await other()
      await recoded(second, '120013100')
      await run(`delete from empresa_certificado`)
      const { order } = await billed([{ servico_id: ids.labour }, { servico_id: second }])
      await recoded(second, '115022000')
      await certified()
      await ok('POST', `${ORDERS}/${order}/emiteNFSe`)
      expect(await notesOf(order)).toMatchObject([
        { status: 1, vServ: 2000 },
        { status: 0, problemas: [{ message: 'Estes serviços da ordem já têm outra NFS-e.' }] },
      ])
    })
  })

  it('the rate is that of the day of competence', async () => {
    const order = await finished([{ servico_id: ids.labour }], { geraNFe: 0 })
    await ok('POST', `${ORDERS}/${order}/faturarOrdemServico`)
    const { id } = await ok('POST', '/api/nfse/nfse', { ordem_servico_id: order })
    const [town] = await run(`select "cMun" from nfse_municipio`)
    const rate = { cMun: town?.cMun, cTribNac: '14', pAliq: 4, dInicio: today() }
    const { id: later } = await ok('POST', '/api/nfse/municipio', rate)
    const taxed = async () => (await ok('GET', `/api/nfse/nfse/${id}/confere`)).vISSQN
    expect(await taxed()).toBe('40.00')
    await ok('PUT', `/api/nfse/nfse/${id}`, { dCompet: addDays(today(), -1) })
    expect(await taxed()).toBe('20.00')
    await ok('DELETE', `/api/nfse/municipio/${later}`)
  })

  it('a city says once, for a day, what it asks of all services', async () => {
    const all = { cMun: 4106902, dInicio: '2019-01-01', pAliq: 5 }
    const { id, cTribNac } = await ok('POST', '/api/nfse/municipio', all)
    expect(cTribNac).toBe('')
    for (const same of [all, { ...all, cTribNac: null }, { ...all, cTribNac: '' }])
      expect((await call('POST', '/api/nfse/municipio', same)).status).toBe(409)
    expect((await ok('PUT', `/api/nfse/municipio/${id}`, { cTribNac: '1401' })).cTribNac).toBe('1401')
    expect((await ok('PUT', `/api/nfse/municipio/${id}`, { cTribNac: null })).cTribNac).toBe('')
    await ok('DELETE', `/api/nfse/municipio/${id}`)
  })

  it('what stands in the way leaves a draft that tells it, and the order is invoiced all the same', async () => {
    await ok('PUT', `/api/srv/servico/${ids.labour}`, { cTribNac: null, cClassTrib: null })
    const { order, note } = await billed()
    expect(note).toMatchObject({ status: 0, nDPS: null })
    const fields = note.problemas.map(({ place }: { place: object }) => place)
    expect(fields).toContainEqual({ resource: 'servico', field: 'cTribNac', id: ids.labour })
    expect(fields).toContainEqual({ resource: 'servico', field: 'cClassTrib', id: ids.labour })
    expect((await ok('GET', `${ORDERS}/${order}`)).status).toBe(4)
    await ok('PUT', `/api/srv/servico/${ids.labour}`, { cTribNac: '140101', cClassTrib: '000001' })
    expect(await ok('GET', `/api/nfse/nfse/${note.id}/confere`)).toEqual({
      problemas: [],
      vISSQN: '20.00',
      vTotalRet: '0.00',
      vLiq: '1000.00',
    })
    await ok('POST', `/api/nfse/nfse/${note.id}/emite`)
    expect(await sentNfse(note.id)).toMatchObject({ status: 3, problemas: null })
  })

  it('without a certificate the order is invoiced, and its note waits and says why', async () => {
    const order = await finished([{ servico_id: ids.labour }], { geraNFe: 0 })
    await ok('POST', `${ORDERS}/${order}/faturarOrdemServico`)
    expect(await notesOf(order)).toEqual([])
    await run(`delete from empresa_certificado`)
    const { nfse } = await ok('POST', `${ORDERS}/${order}/emiteNFSe`)
    expect(nfse).toMatchObject([
      { status: 0, problemas: [{ message: 'A empresa não tem certificado digital: envie-o no cadastro da empresa.' }] },
    ])
    await certified()
    await ok('POST', `${ORDERS}/${order}/emiteNFSe`)
    expect(await sentNfse(nfse[0].id)).toMatchObject({ status: 3 })
    expect((await call('POST', `${ORDERS}/${order}/emiteNFSe`)).body).toMatchObject({ code: 'no_services' })
  })
})

describe('what got no answer is asked for before anything is sent again', () => {
  it.each([{ cut: 'after' }, { cut: 'half' }, { nonsense: true }] as const)('%j: taken, and adopted', async (how) => {
    nacional.treat({ on: 'dps', ...how })
    const { note } = await billed()
    expect(await sentNfse(note.id)).toMatchObject({ status: 1 })
    const from = nacional.calls.length
    const told = await hurriedNfse(note.id)
    expect(told).toMatchObject({ status: 3 })
    expect(nacional.calls.slice(from)).toEqual(['GET dps/*', 'GET nfse/*'])
    expect([...nacional.state.notes.values()].filter(({ idDps }) => idDps === told.idDps)).toHaveLength(1)
  })

  it.each([{ cut: 'before' }, { status: 500 }, { status: 503 }, { status: 404 }] as const)(
    '%j: not taken, and sent again',
    async (how) => {
      nacional.treat({ on: 'dps', ...how })
      const { note } = await billed()
      expect(await sentNfse(note.id)).toMatchObject({ status: 1 })
      const from = nacional.calls.length
      expect(await hurriedNfse(note.id)).toMatchObject({ status: 3 })
      expect(nacional.calls.slice(from)).toEqual(['GET dps/*', 'POST nfse'])
    },
  )

  it('while it may not be asked either, it waits', async () => {
    nacional.treat({ on: 'dps', cut: 'after' }, { on: 'consulta', status: 500 }, { on: 'consulta', nonsense: true })
    const { note } = await billed()
    for (let at = 0; at < 3; at++) expect(await hurriedNfse(note.id)).toMatchObject({ status: 1 })
    expect(await hurriedNfse(note.id)).toMatchObject({ status: 3 })
  })
})

describe('refused', () => {
  it('tells why, and goes again with the same number once it is mended', async () => {
    nacional.treat({ on: 'dps', reject: 'E0312' })
    const { note } = await billed()
    const told = await sentNfse(note.id)
    expect(told).toMatchObject({ status: 2, cStat: 'E0312', problemas: [{ cStat: 'E0312' }] })
    await ok('PUT', `/api/nfse/nfse/${note.id}`, { xDescServ: 'Conserto da prensa' })
    expect(await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`)).toEqual({ nfse: { id: note.id, nDPS: told.nDPS } })
    expect(await sentNfse(note.id)).toMatchObject({ status: 3, idDps: told.idDps, problemas: null })
  })

  it('goes again only while its order is invoiced, and for no other order', async () => {
    nacional.treat({ on: 'dps', reject: 'E0312' })
    const { order, note } = await billed()
    await sentNfse(note.id)
    const another = await finished()
    expect((await call('PUT', `/api/nfse/nfse/${note.id}`, { ordem_servico_id: another })).body).toMatchObject({
      code: 'signed',
    })
    const [before] = await run(`select "dhFaturamento"::text from ordem_servico where id = ${order}`)
    await run(`update ordem_servico set "dhFaturamento" = null where id = ${order}`)
    expect((await call('POST', `/api/nfse/nfse/${note.id}/corrigir`)).status).toBe(400)
    await run(`update ordem_servico set "dhFaturamento" = '${String(before?.dhFaturamento)}' where id = ${order}`)
    await ok('POST', `/api/nfse/nfse/${note.id}/corrigir`)
    expect((await sentNfse(note.id)).status).toBe(3)
  })

  it('is given up with a reason; its services may have another note then', async () => {
    nacional.treat({ on: 'dps', reject: 'E0312' })
    const { order, note } = await billed()
    await sentNfse(note.id)
    expect((await call('POST', `/api/nfse/nfse/${note.id}/abandona`, { xJust: 'curto' })).status).toBe(422)
    await ok('POST', `/api/nfse/nfse/${note.id}/abandona`, { xJust: 'Refeita com outro cadastro' })
    await ok('POST', `${ORDERS}/${order}/emiteNFSe`)
    const [first, second] = await notesOf(order)
    expect([first.status, (await sentNfse(second.id)).status]).toEqual([7, 3])
    expect(second.nDPS).toBe(first.nDPS + 1)
  })

  it('a note of our Id that was made of other bytes stops the series', async () => {
    const { note } = await billed()
    await sentNfse(note.id)
    const [key] = [...nacional.state.notes.keys()].slice(-1)
    const kept = nacional.state.notes.get(key ?? '')
    const order = await finished()
    await ok('POST', `${ORDERS}/${order}/faturarOrdemServico`)
    const [next] = await notesOf(order)
    if (!kept) throw new Error('The system has no note.')
    const foreign = { ...kept, idDps: next.idDps, xml: kept.xml.replaceAll(kept.idDps, next.idDps) }
    nacional.state.notes.set(kept.chNFSe, foreign)
    expect(await sentNfse(next.id)).toMatchObject({ status: 2, xMotivo: expect.stringContaining('série foi parada') })
    expect((await ok('GET', `/api/nfe/serie_numero/${ids.serie}`)).ativo).toBe(false)
    await ok('PUT', `/api/nfe/serie_numero/${ids.serie}`, { ativo: true })
    expect(await nfseById(note.id)).toMatchObject({ status: 3 })
  })
})
