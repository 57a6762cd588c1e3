import { readHour } from '../../core/week/week'
import { f } from '../platform/fields'
import { invalid } from '../platform/errors'
import { uf } from '../platform/kit'
import { type Draft, resource } from '../platform/resource'
import { saveWeek, weekOf } from '../sis/janela/janela-horario'

const MISSING = 'Informe este campo'

/** Vehicles of a carrier, with the hours in which they may run. */
export const veiculo = resource({
  name: 'veiculo',
  paths: ['transportadora_veiculo', 'cadastros/transportadora_veiculo'],
  title: 'Veículo',
  right: 'transportadora',
  company: 'none',
  fields: {
    transportadora_id: f.ref('Transportadora', 'transportadora').required(),
    placa: f.text('Placa', { max: 8, normalize: plate }).required(MISSING),
    UF: uf().required(MISSING),
    RNTC: f.text('RNTC', { max: 20, doc: 'Registro nacional de transportadores de cargas' }),
    hora_inicial: f.text('Roda das', { max: 5, normalize: hour, doc: 'HH:MM' }),
    hora_final: f.text('até as', { max: 5, normalize: hour, doc: 'HH:MM' }),
    capacidade_kg: f.decimal('Capacidade (kg)', 3, { min: 0, max: 1_000_000 }),
    capacidade_volumes: f.integer('Capacidade (volumes)', { min: 0, max: 1_000_000 }),
    vCustoFixo: f.money('Custo por saída', { min: 0 }),
    vCustoHora: f.money('Custo por hora', { min: 0 }),
    vCustoKm: f.money('Custo por km', { min: 0 }),
    ativo: f.boolean('Ativo').default(true),
  },
  search: ['placa', 'RNTC'],
  display: ['placa', 'UF'],
  unique: [['placa']],
  parent: { resource: 'transportadora', field: 'transportadora_id', list: 'veiculos' },
  computed: { janela_horario_list: weekOf('veiculo') },
  hooks: {
    prepare: (_, drafts) => drafts.forEach(checkHours),
    after: (ctx, [record], _, input) => saveWeek(ctx, 'veiculo', record, input?.janela_horario_list),
  },
})

/** Brazilian plates of either shape (ABC1234, ABC1D23), in capitals and without the dash. */
function plate(text: string) {
  const bare = text.toUpperCase().replaceAll(/[\s-]/g, '')
  return /^[A-Z]{3}\d[A-Z\d]\d{2}$/.test(bare) ? { ok: bare } : { error: 'Placa inválida: use ABC1234 ou ABC1D23.' }
}

function hour(text: string) {
  const ok = readHour(text)
  return ok === undefined ? { error: 'Hora inválida: use HH:MM.' } : { ok }
}

/** A window has both ends; one that ends before it begins goes over midnight. */
function checkHours({ before, values }: Draft): void {
  const { hora_inicial, hora_final } = { ...before, ...values }
  if (Boolean(hora_inicial) === Boolean(hora_final)) return
  throw invalid({ [hora_inicial ? 'hora_final' : 'hora_inicial']: [MISSING] })
}
