import { beforeAll, describe, expect, it } from 'vitest'
import { readManifest } from '../../../core/fiscal/mdfe/read-manifest'
import { call, certified, faults, issuerTest, ok, run, sale, sefaz, server } from '../nota/issuing.fixture'
import {
  act,
  type Carrying,
  carrying,
  ended,
  hurried,
  loaded,
  manifestById,
  manifested,
  noted,
  sent,
  underWay,
} from './carrying.fixture'

issuerTest()

let by: Carrying
beforeAll(async () => {
  by = await carrying()
})

const make = (rota_id: number, wish: object = {}) => call('POST', `/api/expedicao/rota/${rota_id}/geraMDFe`, wish)
const xmlOf = async (id: number, tipo = 'assinada'): Promise<string> => {
  const [row] = await run(
    `select xml from mdfe_xml where mdfe_id = ${id} and tipo = '${tipo}' order by id desc limit 1`,
  )
  return String(row?.xml)
}

describe('a route that is on its way', () => {
  it('makes one manifest a state, numbered, signed and sent; each is authorised and kept to the byte', async () => {
    const route = await underWay(by, [await noted(), await noted('far'), await noted()])
    const made = await manifested(route)
    expect(made).toEqual([
      expect.objectContaining({ status: 3, nMDF: 1, UFIni: 'PR', UFFim: 'PR', qNFe: 2, vCarga: 40, qCarga: 6 }),
      expect.objectContaining({ status: 3, nMDF: 2, UFIni: 'PR', UFFim: 'SP', qNFe: 1, vCarga: 20, qCarga: 3 }),
    ])
    for (const one of made) {
      expect(await xmlOf(one.id, 'protocolo')).toContain((await xmlOf(one.id)).replace(/^<\?xml[^>]*\?>/, ''))
      expect(sefaz.state.manifests.get(one.chMDFe)?.nProt).toBe(one.nProt)
      const { manifest } = readManifest(await xmlOf(one.id))
      expect(manifest.ide).toMatchObject({ tpEmit: '2', tpEmis: '1', UFFim: one.UFFim })
      expect(manifest.rodo.veicTracao.condutor).toEqual([{ xNome: 'José da Silva', CPF: '52998224725' }])
    }
    expect(await faults()).toEqual([])
    expect(await make(route)).toMatchObject({ status: 400, body: { code: 'has_manifest' } })
    await ended(route)
    expect(await manifestById(made[0].id)).toMatchObject({ status: 7, cStat: '135' })
  })

  it('is told at once all that is missing, by field and stop, and makes nothing', async () => {
    const bare = await server.insert('mercadoria', { codigo: 'B1', xProd: 'Pão', NCM: '19059090' })
    const unnoted = await sale()
    await ok('POST', `/api/venda/${unnoted}/fatura`)
    const unweighed = await sale({ geraNFe: 1 }, { mercadoria_id: bare.id })
    await ok('POST', `/api/venda/${unweighed}/fatura`)
    await server.runJobs()
    const veiculo = await server.insert('veiculo', {
      transportadora_id: by.transportadora_id,
      placa: 'XYZ9A87',
      UF: 'PR',
    })
    const route = await underWay({ ...by, veiculo_id: veiculo.id, motorista_id: null }, [unnoted, unweighed])
    const answer = await make(route)
    expect(answer).toMatchObject({ status: 422, body: { code: 'manifest_refused' } })
    expect(answer.body.errors).toEqual({
      'venda.geraNFe': [`Venda ${unnoted} (Mercado Exemplo Ltda): falta a NF-e autorizada.`],
      'rota_venda.peso': [`Venda ${unweighed} (Mercado Exemplo Ltda): falta o peso.`],
      'veiculo.tara': ['Tara do veículo: falta informar.'],
      'veiculo.tpRod': ['Rodado do veículo: falta informar.'],
      'veiculo.tpCar': ['Carroceria do veículo: falta informar.'],
      'rota.motorista_id': ['Informe o motorista.'],
    })
    expect(await run(`select 1 from mdfe where rota_id = ${route}`)).toEqual([])
  })

  it('makes none before it is released, without a certificate, or without a series', async () => {
    const route = await loaded(by, [await noted()])
    expect(await make(route)).toMatchObject({ status: 400, body: { code: 'not_released' } })
    await ok('POST', `/api/expedicao/rota/${route}/libera`)
    await run('update serie_numero set ativo = false where "tpDoc" = 4')
    expect((await make(route)).body.message).toBe(
      'A empresa não tem série de MDF-e ativa neste ambiente: cadastre uma.',
    )
    await run('update serie_numero set ativo = true where "tpDoc" = 4')
    await run('delete from empresa_certificado')
    expect(await make(route)).toMatchObject({ status: 503, body: { code: 'integration_not_configured' } })
    expect(await run(`select 1 from mdfe where rota_id = ${route}`)).toEqual([])
    await certified()
    expect((await manifested(route))[0]).toMatchObject({ status: 3 })
    await ended(route)
  })

  it('is not cancelled or finalised over an open manifest', async () => {
    const route = await underWay(by, [await noted()])
    const { mdfe } = await ok('POST', `/api/expedicao/rota/${route}/geraMDFe`)
    const finish = () => call('POST', `/api/expedicao/rota/${route}/finaliza`, {})
    expect(await finish()).toMatchObject({ status: 400, body: { code: 'manifest_waits' } })
    const open = await sent(mdfe[0].id)
    expect(await finish()).toMatchObject({ status: 400, body: { code: 'open_manifest' } })
    expect(await call('GET', `/api/expedicao/rota/${route}/cancela`)).toMatchObject({
      status: 400,
      body: { code: 'open_manifest', message: `Cancele ou encerre antes o MDF-e nº ${open.nMDF} desta rota.` },
    })
    await ended(route)
  })
})

describe('what got no answer', () => {
  it.each([{ cut: 'after' }, { cut: 'half' }, { cut: 'before' }, { status: 503 }, { fault: 'Receiver' }] as const)(
    'is asked for by its key before anything is sent again: %o',
    async (trouble) => {
      sefaz.faults.treat({ service: 'manifest', ...trouble })
      const route = await underWay(by, [await noted()])
      const before = sefaz.state.manifests.size
      const [first] = await manifested(route)
      expect(first.status).toBe(1)
      const from = sefaz.calls.length
      expect(await hurried(first.id)).toMatchObject({ status: 3 })
      expect(sefaz.calls.slice(from)[0]).toBe('manifestQuery')
      expect(sefaz.state.manifests.size).toBe(before + 1)
      await ended(route)
    },
  )

  it('waits while the authority is out of order', async () => {
    const route = await underWay(by, [await noted()])
    sefaz.faults.down('MDFE', '108')
    const [first] = await manifested(route)
    expect(first.status).toBe(1)
    const { data } = await ok('GET', '/api/filas?area=nfe')
    expect(data).toContainEqual(expect.objectContaining({ nome: 'mdfe_enviando', qtd: 1 }))
    sefaz.faults.up()
    expect(await hurried(first.id)).toMatchObject({ status: 3 })
    await ended(route)
  })
})

describe('refused by the authority', () => {
  it('for an open one of another system: its key is closed from here, then it goes with the same number', async () => {
    const other = await underWay(by, [await noted()])
    const [open] = await manifested(other)
    await run(`update mdfe set "dhEncerramento" = now(), "chMDFe" = null where id = ${open.id}`)
    await ok('POST', `/api/expedicao/rota/${other}/finaliza`)
    const route = await underWay(by, [await noted()])
    const [refused] = await manifested(route)
    expect(refused).toMatchObject({ status: 2, cStat: '611', chAberto: open.chMDFe, nProtAberto: open.nProt })
    expect(refused.problemas[0].message).toBe(`Encerre antes o MDF-e aberto de chave ${open.chMDFe}, e reenvie este.`)
    expect((await act(refused.id, 'encerraAberto')).status).toBe(200)
    await server.runJobs()
    expect(sefaz.state.eventsOfManifest(open.chMDFe, '110112')).toHaveLength(1)
    expect(await call('GET', `/api/nfe/mdfe/${refused.id}/corrige`)).toMatchObject({
      status: 200,
      body: { id: refused.id, nMDF: refused.nMDF },
    })
    expect(await sent(refused.id)).toMatchObject({ status: 3, nMDF: refused.nMDF, chAberto: null })
    await ended(route)
  })

  it('given up, it keeps its number without use', async () => {
    sefaz.faults.treat({ service: 'manifest', reject: '203' })
    const route = await underWay(by, [await noted()])
    const [refused] = await manifested(route)
    expect(refused).toMatchObject({ status: 2, cStat: '203' })
    expect((await act(refused.id, 'abandona', { xJust: 'curto' })).body.message).toBe(
      'Diga por que o MDF-e é abandonado: no mínimo 15 caracteres.',
    )
    await ok('POST', `/api/nfe/mdfe/${refused.id}/abandona`, { xJust: 'A carga não vai mais sair' })
    const [again] = await manifested(route)
    expect(again).toMatchObject({ status: 3, nMDF: refused.nMDF + 1 })
    await ended(route)
  })
})

describe('an open manifest', () => {
  it('is cancelled within its day, for a reason of more than 15 characters', async () => {
    const route = await underWay(by, [await noted()])
    const [open] = await manifested(route)
    expect((await call('GET', `/api/nfe/mdfe/${open.id}/cancela?xJust=curto`)).body.message).toBe(
      'O motivo do cancelamento precisa ter mais de 15 caracteres',
    )
    await run(`update mdfe set "dhAutorizacao" = "dhAutorizacao" - interval '25 hours' where id = ${open.id}`)
    expect(await act(open.id, 'cancela', { xJust: 'Viagem que não será feita' })).toMatchObject({
      status: 400,
      body: { code: 'too_late' },
    })
    await run(`update mdfe set "dhAutorizacao" = "dhAutorizacao" + interval '25 hours' where id = ${open.id}`)
    expect(await act(open.id, 'cancela', { xJust: 'Viagem que não será feita' })).toMatchObject({ status: 200 })
    expect(await sent(open.id)).toMatchObject({ status: 5 })
    await ok('GET', `/api/expedicao/rota/${route}/cancela`)
  })

  it('is closed where and when it is said; an answer that is cut off is asked for', async () => {
    const route = await underWay(by, [await noted('far')])
    const [open] = await manifested(route)
    expect(await act(open.id, 'encerra', { dtEnc: '2099-01-01' })).toMatchObject({ status: 422 })
    sefaz.faults.treat({ service: 'manifestEvent', cut: 'after' })
    expect(await act(open.id, 'encerra', { cMun: 4106902 })).toMatchObject({
      status: 200,
      body: { id: open.id, nMDF: open.nMDF },
    })
    expect(await sent(open.id)).toMatchObject({ status: 8 })
    expect(await act(open.id, 'encerra')).toMatchObject({ status: 400, body: { code: 'waiting' } })
    expect(await hurried(open.id)).toMatchObject({ status: 7 })
    const [event] = await run(`select "xTexto", situacao from mdfe_evento where mdfe_id = ${open.id}`)
    expect(event).toMatchObject({
      situacao: 'registrado',
      xTexto: expect.stringMatching(/^Encerrado em .*, Curitiba - PR$/),
    })
    expect(sefaz.state.eventsOfManifest(open.chMDFe)).toHaveLength(1)
    await ended(route)
  })

  it('takes one more driver, who is not one already', async () => {
    const route = await underWay(by, [await noted()])
    const [open] = await manifested(route)
    const other = await server.insert('motorista', { xNome: 'Maria de Souza', CNPJ_CPF: '11144477735' })
    expect((await act(open.id, 'incluiCondutor', { motorista_id: other.id })).status).toBe(200)
    await server.runJobs()
    expect((await act(open.id, 'incluiCondutor', { motorista_id: other.id })).status).toBe(200)
    await server.runJobs()
    const events = await run(`select situacao, "cStat" from mdfe_evento where mdfe_id = ${open.id} order by id`)
    expect(events).toEqual([
      { situacao: 'registrado', cStat: '135' },
      { situacao: 'recusado', cStat: '577' },
    ])
    await ended(route)
  })
})

describe('in contingency', () => {
  it('goes with its key signed in the QR-Code, to be sent within 168 hours', async () => {
    const route = await underWay(by, [await noted()])
    sefaz.faults.down('MDFE', 'http')
    const [waits] = await manifested(route, { tpEmis: 2 })
    expect(waits).toMatchObject({ status: 1, tpEmis: 2 })
    expect(Date.parse(waits.dhLimite) - Date.parse(waits.dhEmi)).toBe(168 * 3_600_000)
    expect(readManifest(await xmlOf(waits.id)).qrCode).toContain('&sign=')
    sefaz.faults.up()
    expect(await hurried(waits.id)).toMatchObject({ status: 3 })
    await ended(route)
  })
})

describe('the files', () => {
  it('are the XML with its protocol, the DAMDFE, and what events came of it', async () => {
    const draft = await ok('POST', '/api/nfe/mdfe', { rota_id: await underWay(by, [await noted()]), UFFim: 'PR' })
    expect(await call('GET', `/api/nfe/mdfe/${draft.id}/printDamdfe`)).toMatchObject({
      status: 400,
      body: { code: 'not_issued' },
    })
    await ok('POST', `/api/nfe/mdfe/${draft.id}/emite`)
    const open = await sent(draft.id)
    expect(open).toMatchObject({ status: 3 })
    const file = async (path: string) => {
      const answer = await server.app.request(`/api/nfe/mdfe/${open.id}/${path}`, {
        headers: { Authorization: `Bearer ${await server.token()}` },
      })
      return { type: answer.headers.get('content-type'), text: await answer.text() }
    }
    expect(await file('printDamdfe')).toMatchObject({ type: 'application/pdf', text: expect.stringMatching(/^%PDF/) })
    expect((await file('getXml')).text).toBe(await xmlOf(open.id, 'protocolo'))
    expect((await file('getXmlEvento?tpEvento=110112')).text).toContain('no_event')
    await ended(open.rota_id)
    expect((await file('getXmlEvento?tpEvento=110112')).text).toContain('<procEventoMDFe')
  })
})
