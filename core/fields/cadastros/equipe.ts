import { f } from '../field'

export const equipeVendedorFields = {
  vendedor_id: f.ref('Vendedor', 'vendedor').required(),
  membro_id: f.ref('Membro', 'vendedor').required(),
}

export const equipeColaboradorFields = {
  colaborador_id: f.ref('Colaborador', 'colaborador').required(),
  membro_id: f.ref('Membro', 'colaborador').required(),
}
