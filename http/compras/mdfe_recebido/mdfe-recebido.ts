import { mdfeRecebidoFields } from '../../../core/fields/compras/mdfe-recebido'
import { type RecordOf, resource } from '../../platform/resource'

/** Manifests of others in which the company takes part, as the distribution told of them. */
export const mdfeRecebido = resource({
  name: 'mdfe_recebido',
  paths: ['compras/mdfe_recebido'],
  title: 'MDF-e recebido',
  right: 'dfe',
  readOnly: true,
  company: 'own',
  fields: mdfeRecebidoFields,
  search: ['xNome', 'chMDFe', 'CNPJ_CPF', 'placa'],
  display: ['nMDF', 'xNome', 'status'],
  unique: [['empresa_id', 'chMDFe']],
})

export type MdfeRecebido = RecordOf<typeof mdfeRecebido>
