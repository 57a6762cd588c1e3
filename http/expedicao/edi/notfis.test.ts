import { beforeAll, describe, expect, it } from 'vitest'
import { call, ids, issuerTest, ok, run, server } from '../../nfe/nota/issuing.fixture'
import { carrierId, openCarrier, OWN, PATH, shipped } from './edi.fixture'

/** Notes that go to carriers. */

issuerTest()
beforeAll(openCarrier)

describe('a NOTFIS', () => {
  it('tells a carrier the notes of chosen sales; is kept, numbered by day, and asks before notes are sent again', async () => {
    const [one, other] = [await shipped(), await shipped()]
    const vendas = [one.venda_id, other.venda_id]
    const made = await ok('POST', `${PATH}/geraNOTFIS`, { vendas })
    expect(made).toMatchObject({ notas: 2, intercambio: expect.stringMatching(/^NOT\d{9}$/) })
    const text = await ok('GET', `${PATH}/${made.id}/conteudo`)
    expect(text).toContain(one.chNFe)
    expect(text).toContain(`311${OWN}`)
    // Who receives is named as the note names them.
    await run(`update cliente set nro = null where id = ${ids.customer}`)
    const nameless = await ok('POST', `${PATH}/geraNOTFIS`, { vendas, confirma: true })
    const told = await ok('GET', `${PATH}/${nameless.id}/conteudo`)
    expect([text, told].map((one) => /^312.*(RUA DAS FLORES, \S+)/m.exec(one)?.[1])).toEqual([
      'RUA DAS FLORES, 100',
      'RUA DAS FLORES, S/N',
    ])
    await run(`update cliente set nro = '100' where id = ${ids.customer}`)
    const kept = await ok('GET', `${PATH}/${made.id}`)
    expect(kept).toMatchObject({ sentido: 'saida', tipo: 'notfis', status: 4 })
    const again = await call('POST', `${PATH}/geraNOTFIS`, { vendas: [one.venda_id] })
    expect(again.body).toMatchObject({ code: 'confirm', message: expect.stringContaining(`(arquivo nº ${made.id})`) })
    const second = await ok('POST', `${PATH}/geraNOTFIS`, { vendas: [one.venda_id], confirma: true })
    expect(second.intercambio.slice(-1)).toBe(String(kept.sequencia + 2))
    expect((await ok('GET', `${PATH}/${second.id}`)).sequencia).toBe(kept.sequencia + 2)
    const five = await ok('POST', `${PATH}/geraNOTFIS`, { vendas, versao: '5.0', confirma: true })
    expect(five.intercambio).toMatch(/^NOT50\d{4}001$/)
  })

  it('takes all that wait for a carrier, and refuses sales without a note or of another carrier', async () => {
    const { venda_id, chNFe } = await shipped()
    const made = await ok('POST', `${PATH}/geraNOTFIS`, { transportadora_id: carrierId(), versao: '5.0' })
    expect(await ok('GET', `${PATH}/${made.id}/conteudo`)).toContain(chNFe)
    expect((await call('POST', `${PATH}/geraNOTFIS`, { transportadora_id: carrierId() })).body.code).toBe('no_sales')
    const other = (await server.insert('transportadora', { xNome: 'Outra' })).id
    expect((await call('POST', `${PATH}/geraNOTFIS`, { vendas: [venda_id], transportadora_id: other })).body.code).toBe(
      'other_carrier',
    )
    expect((await call('POST', `${PATH}/geraNOTFIS`, { vendas: [999_999] })).body).toMatchObject({
      code: 'no_note',
      message: 'Sem NF-e autorizada: venda nº 999999.',
    })
  })

  it('leaves out what is known to be sent, and refuses more than a file takes instead of leaving some out', async () => {
    const transportadora_id = (await server.insert('transportadora', { xNome: 'Transportes Antigos' })).id
    const [old, waits] = [await shipped({ transportadora_id }), await shipped({ transportadora_id })]
    await run(`update venda set "dhEnviado" = now() where id = ${old.venda_id}`)
    const made = await ok('POST', `${PATH}/geraNOTFIS`, { transportadora_id })
    expect(made.notas).toBe(1)
    expect(await ok('GET', `${PATH}/${made.id}/conteudo`)).toContain(waits.chNFe)

    await run(`with sold as (
        insert into venda (empresa_id, cliente_id, tipo_entrada_saida_id, transportadora_id, "dhFechamento")
          select empresa_id, cliente_id, tipo_entrada_saida_id, transportadora_id, "dhFechamento" from venda, generate_series(1, 2001) where id = ${old.venda_id} returning id, empresa_id)
      insert into nfe (empresa_id, venda_id, mod, serie, "nNF", "chNFe", "vNF", "dhAssinatura", "dhAutorizacao", "dhEmi")
        select empresa_id, id, 55, 9, row_number() over (), lpad(id::text, 44, '0'), 10, now(), now(), now() from sold`)
    expect((await call('POST', `${PATH}/geraNOTFIS`, { transportadora_id })).body).toMatchObject({
      code: 'too_many',
      message: 'São mais de 2000 vendas: selecione as vendas ou uma rota, 2000 por arquivo.',
    })
  })
})
