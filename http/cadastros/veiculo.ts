import { MISSING, veiculoFields } from '../../core/fields/cadastros/veiculo'
import { invalid } from '../platform/errors'
import { type Draft, resource } from '../platform/resource'
import { withWeek } from '../sis/janela/janela-horario'

/** Vehicles of a carrier, with the hours in which they may run. */
export const veiculo = resource(
  withWeek({
    name: 'veiculo',
    paths: ['transportadora_veiculo', 'cadastros/transportadora_veiculo'],
    title: 'Veículo',
    right: 'transportadora',
    company: 'none',
    fields: veiculoFields,
    search: ['placa', 'RNTC'],
    display: ['placa', 'UF'],
    unique: [['placa']],
    parent: { resource: 'transportadora', field: 'transportadora_id', list: 'veiculos' },
    hooks: {
      prepare: (_, drafts) => drafts.forEach(checkHours),
    },
  }),
)

/** A window has both ends; one that ends before it begins goes over midnight. */
function checkHours({ before, values }: Draft): void {
  const { hora_inicial, hora_final } = { ...before, ...values }
  if (Boolean(hora_inicial) === Boolean(hora_final)) return
  throw invalid({ [hora_inicial ? 'hora_final' : 'hora_inicial']: [MISSING] })
}
