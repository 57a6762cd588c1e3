import { inutilizacaoFields } from '../../../core/fields/nfe/inutilizacao'
import { resource } from '../../platform/resource'

/** Numbers of series that are declared as never used (S3-028): the answer of the authority makes them so. */
export const inutilizacao = resource({
  name: 'inutilizacao',
  paths: ['nfe/inutilizacao', 'inutilizacao'],
  title: 'Inutilização',
  right: 'inutilizacao',
  readOnly: true,
  company: 'own',
  fields: inutilizacaoFields,
  search: ['xJust'],
  display: ['serie', 'nIni', 'nFin', 'situacao'],
  indexes: [['nfe_serie_id', 'nIni']],
})
