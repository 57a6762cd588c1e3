/** Items of the configuration that the program itself asks for, by name. A migration brings them; people set them at /ui/configuracao/itens. */
export const SETTINGS = ['FORNECEDOR_VALIDA_CPF', 'FORNECEDOR_SOMENTE_NOME'] as const

type SettingName = (typeof SETTINGS)[number]

/** The stored values of settings, by name; what is not set is missing. */
export type SettingValues = Readonly<Partial<Record<string, string | null>>>

/** True when a yes-or-no setting is on. */
function isOn(values: SettingValues, name: SettingName): boolean {
  return values[name] === 'true'
}

export type SupplierForm = 'standard' | 'cpf' | 'name'

/** Which of the three supplier forms is in use (R1-024): the name alone, with a tax id that must be there, or the standard one. */
export function supplierForm(values: SettingValues): SupplierForm {
  if (isOn(values, 'FORNECEDOR_SOMENTE_NOME')) return 'name'
  return isOn(values, 'FORNECEDOR_VALIDA_CPF') ? 'cpf' : 'standard'
}
