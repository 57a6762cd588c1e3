export const RESOURCE = 'sis/custom_field'
export const PATH = '/ui/sis/custom_field'
