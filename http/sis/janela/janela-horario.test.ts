import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WITH_WEEK } from '../../../core/fields/sis/janela-horario'
import { testCnpj, testServer, type TestServer } from '../../../fixtures/test-server'
import { allResources, resourceNamed, type Row } from '../../platform/resource'

/** The week that records of registers keep. */

let server: TestServer
let transportadora_id: number
let centro_trabalho_id: number
beforeAll(async () => {
  server = await testServer()
  transportadora_id = (await server.insert('transportadora', { xNome: 'Semanal' })).id
  centro_trabalho_id = (await server.insert('centro_trabalho', { descricao: 'Montagem' })).id
})
afterAll(() => server.close())

const monday = { dia_semana: 1, hora_inicio: '08:00', hora_fim: '12:00' }
const WEEK = [monday, { dia_semana: 0, hora_inicio: '09:30', hora_fim: '11:00' }]

/** What a record of each register takes to be made. */
const MADE: Readonly<Record<keyof typeof WITH_WEEK, () => Row>> = {
  cliente: () => ({ xNome: 'Recebe de manhã' }),
  fornecedor: () => ({ xNome: 'Entrega de manhã' }),
  transportadora: () => ({ xNome: 'Coleta de manhã' }),
  veiculo: () => ({ transportadora_id, placa: 'SEM1A24', UF: 'PR' }),
  motorista: () => ({ xNome: 'Dirige de manhã' }),
  vendedor: () => ({ xNome: 'Atende de manhã' }),
  colaborador: () => ({ xNome: 'Trabalha de manhã' }),
  empresa: () => ({ xNome: 'Abre de manhã', CNPJ_CPF: testCnpj(6), UF: 'PR' }),
  armazem: () => ({ xNome: 'Expede de manhã' }),
  centro_trabalho: () => ({ descricao: 'Serra' }),
  recurso: () => ({ descricao: 'Operador', centro_trabalho_id }),
}

const hoursOf = async (name: string, model_id: number, who: TestServer['admin'] = server.admin): Promise<number> => {
  const where = encodeURIComponent(JSON.stringify({ model_type: name, model_id }))
  return (await who('GET', `/api/sis/janela_horario?where=${where}`)).body.total
}

it('is kept by the registers that say so, each with a name for it', () => {
  const keeping = allResources().filter(({ computed }) => computed?.janela_horario_list)
  expect(keeping.map(({ name }) => name).toSorted()).toEqual(Object.keys(WITH_WEEK).toSorted())
})

describe.each(Object.entries(MADE))('the week of %s', (name, body) => {
  it('comes with its record, by whoever may change it; 403 to who may only look', async () => {
    const { right } = resourceNamed(name)
    const made = await server.admin('POST', `/api/${name}`, { ...body(), janela_horario_list: WEEK })
    expect([made.status, made.body.janela_horario_list], JSON.stringify(made.body)).toEqual([201, WEEK.toReversed()])
    expect(await hoursOf(name, made.body.id)).toBe(2)
    const empresas = name === 'empresa' ? [server.empresa_id, made.body.id] : [server.empresa_id]
    const path = `/api/${name}/${made.body.id}`
    const looks = await server.user({ empresas, permissions: [`show ${right}`, 'edit janela_horario'] })
    expect((await looks('PUT', path, { janela_horario_list: [] })).status).toBe(403)
    const edits = await server.user({ empresas, permissions: [`show ${right}`, `edit ${right}`] })
    const wrong = await edits('PUT', path, { janela_horario_list: [monday, { ...monday, hora_inicio: '11:59' }] })
    expect([wrong.status, wrong.body.message]).toEqual([422, 'Segunda-feira: os horários se sobrepõem.'])
    const written = await edits('PUT', path, { janela_horario_list: [monday] })
    expect([written.status, written.body.janela_horario_list]).toEqual([200, [monday]])
  })
})

it('of a company and of its warehouse is there for its own people alone', async () => {
  const away = await server.insert('empresa', { xNome: 'Outra', CNPJ_CPF: testCnpj(7), UF: 'SP' })
  const both = await server.user({ roles: ['admin'], empresas: [server.empresa_id, away.id] })
  const [here, there] = [
    await server.user({ roles: ['admin'] }),
    await server.user({ roles: ['admin'], empresas: [away.id] }),
  ]
  const { id } = (await both('POST', '/api/armazem', { xNome: 'Do Norte', janela_horario_list: WEEK })).body
  await both('PUT', `/api/empresa/${server.empresa_id}`, { janela_horario_list: WEEK })
  const seen = async (name: string, of: number) => [await hoursOf(name, of, here), await hoursOf(name, of, there)]
  expect([await seen('armazem', id), await seen('empresa', server.empresa_id)]).toEqual([
    [2, 0],
    [2, 0],
  ])
})
