/** Where days begin and end for the companies: the legal time of Brasília, whatever the clock of a machine is set to. IANA name. */
export const TIME_ZONE = 'America/Sao_Paulo'
