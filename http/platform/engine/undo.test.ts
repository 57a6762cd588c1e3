import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Samples } from '../../../fixtures/samples'
import { testServer, type TestServer } from '../../../fixtures/test-server'
import { resourceNamed } from '../resource'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const make = async (body: object) => (await server.admin('POST', '/api/cliente', { ativo: true, ...body })).body
const get = (id: number) => server.admin('GET', `/api/cliente/${id}`)
const undo = (id: number, versao: unknown, who = server.admin) => who('POST', `/api/cliente/${id}/reverte`, { versao })
const restore = (ids: readonly unknown[], who = server.admin) => who('POST', '/api/cliente/reverte', { ids })
const lines = (body: { endereco_entrega_list: readonly { xLgr: string }[] }) =>
  body.endereco_entrega_list.map(({ xLgr }) => xLgr).toSorted()

describe('a save that is taken back', () => {
  it('leaves the values and the lines as they were before, and tells it in the trail', async () => {
    const made = await make({
      xNome: 'Antes',
      limite_credito: 10.5,
      endereco_entrega_list: [{ xLgr: 'Rua A' }, { xLgr: 'Rua B' }, { xLgr: 'Rua C' }],
    })
    const [a, b] = made.endereco_entrega_list
    const saved = await server.admin('PUT', `/api/cliente/${made.id}`, {
      xNome: 'Depois',
      limite_credito: null,
      endereco_entrega_list: [{ id: a.id, xLgr: 'Rua A2' }, { id: b.id }, { xLgr: 'Rua D' }],
    })
    const back = await undo(made.id, saved.body.versao)
    expect(back).toMatchObject({ status: 200, body: { xNome: 'Antes', limite_credito: 10.5 } })
    expect(lines(back.body)).toEqual(['Rua A', 'Rua B', 'Rua C'])
    expect(back.body.versao).toBeGreaterThan(saved.body.versao)
    const trail = (await server.admin('GET', `/api/cliente/${made.id}/auditoria`)).body.data
    expect(trail.find((one: { recurso: string }) => one.recurso === 'cliente').campos).toContainEqual(
      expect.objectContaining({ campo: 'xNome', de: 'Depois', para: 'Antes' }),
    )
  })

  it('of lines alone leaves the head alone', async () => {
    const made = await make({ xNome: 'Só linhas', endereco_entrega_list: [{ xLgr: 'Rua A' }] })
    const saved = await server.admin('PUT', `/api/cliente/${made.id}`, { endereco_entrega_list: [] })
    expect(lines((await undo(made.id, saved.body.versao)).body)).toEqual(['Rua A'])
  })

  it('of a record that was just made deletes it', async () => {
    const made = await make({ xNome: 'Engano' })
    expect((await undo(made.id, made.versao)).status).toBe(200)
    expect((await get(made.id)).status).toBe(404)
  })

  it('can itself be taken back', async () => {
    const made = await make({ xNome: 'Um' })
    const two = await server.admin('PUT', `/api/cliente/${made.id}`, { xNome: 'Dois' })
    const one = await undo(made.id, two.body.versao)
    expect((await undo(made.id, one.body.versao)).body.xNome).toBe('Dois')
  })
})

describe('409 when it was changed since', () => {
  it('by the version that the caller knows', async () => {
    const made = await make({ xNome: 'Um' })
    await server.admin('PUT', `/api/cliente/${made.id}`, { xNome: 'Dois' })
    expect(await undo(made.id, made.versao)).toMatchObject({
      status: 409,
      body: { message: 'Este registro foi alterado depois: nada foi desfeito.' },
    })
    expect((await undo(made.id, undefined)).status).toBe(409)
    expect((await get(made.id)).body.xNome).toBe('Dois')
  })

  it('by somebody else, whatever version is given', async () => {
    const made = await make({ xNome: 'Meu' })
    const other = await server.user({ permissions: ['show cliente', 'edit cliente', 'manage cliente'] })
    expect((await undo(made.id, made.versao, other)).status).toBe(409)
    expect((await get(made.id)).status).toBe(200)
  })
})

describe('403 without the right', () => {
  it('to delete what one was only allowed to make', async () => {
    const maker = await server.user({ permissions: ['show cliente', 'store cliente'] })
    const made = (await maker('POST', '/api/cliente', { xNome: 'Meu', ativo: true })).body
    expect((await undo(made.id, made.versao, maker)).status).toBe(403)
  })
})

describe('403 for whoever has no right on such records', () => {
  it('whether they are there or not', async () => {
    const nobody = await server.user({ permissions: ['show fornecedor'] })
    const made = await make({ xNome: 'De outros' })
    expect((await undo(made.id, made.versao, nobody)).status).toBe(403)
    expect((await undo(99_999_999, 1, nobody)).status).toBe(403)
    expect((await restore([made.id], nobody)).status).toBe(403)
    expect((await restore([99_999_999], nobody)).status).toBe(403)
  })
})

describe('a deletion that is taken back', () => {
  it('makes the records again, under their numbers and with their lines', async () => {
    const one = await make({
      xNome: 'Primeiro',
      limite_credito: 7.25,
      endereco_entrega_list: [{ xLgr: 'Rua A' }, { xLgr: 'Rua B' }],
    })
    const two = await make({ xNome: 'Segundo' })
    await server.admin('DELETE', '/api/cliente', { ids: [one.id, two.id] })
    expect(await restore([one.id, two.id])).toMatchObject({ status: 200, body: { ids: [one.id, two.id] } })
    const back = (await get(one.id)).body
    expect(back).toMatchObject({ id: one.id, xNome: 'Primeiro', limite_credito: 7.25 })
    expect(lines(back)).toEqual(['Rua A', 'Rua B'])
    expect((await make({ xNome: 'Terceiro' })).id).toBeGreaterThan(two.id)
  })

  it('is done whole or not at all', async () => {
    const [one, two] = [await make({ xNome: 'Foi' }), await make({ xNome: 'Ficou' })]
    await server.admin('DELETE', `/api/cliente/${one.id}`)
    expect((await restore([one.id, two.id])).status).toBe(409)
    expect((await get(one.id)).status).toBe(404)
  })

  it('404 for what somebody else deleted, or nobody', async () => {
    const made = await make({ xNome: 'Alheio' })
    await server.admin('DELETE', `/api/cliente/${made.id}`)
    const other = await server.user({ roles: ['admin'] })
    expect((await restore([made.id], other)).status).toBe(404)
    expect((await restore([99_999_999])).status).toBe(404)
  })

  it('400 where what was attached to the record would not come back', async () => {
    const made = await make({ xNome: 'Com horários' })
    const week = await server.admin('POST', '/api/sis/janela_horario', {
      model_type: 'cliente',
      model_id: made.id,
      dia_semana: 1,
      hora_inicio: '08:00',
      hora_fim: '12:00',
    })
    expect(week.status).toBe(201)
    await server.admin('DELETE', `/api/cliente/${made.id}`)
    expect(await restore([made.id])).toMatchObject({ status: 400, body: { code: 'not_undoable' } })
  })

  it('422 for no numbers', async () => {
    expect((await restore([])).status).toBe(422)
    expect((await restore(['x'])).status).toBe(422)
  })
})

describe('what moved a document on', () => {
  it('is not taken back by this way', async () => {
    const { id } = await new Samples(server).record(resourceNamed('orcamento'))
    const at = `/api/comercial/orcamento/${id}`
    const cancelled = await server.admin('POST', `${at}/cancela`, { xJust: 'Engano de quem o digitou' })
    expect(cancelled.status).toBe(200)
    const { versao } = (await server.admin('GET', at)).body
    expect(await server.admin('POST', `${at}/reverte`, { versao })).toMatchObject({
      status: 400,
      body: { code: 'not_undoable' },
    })
  })
})
