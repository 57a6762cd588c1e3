-- What the program itself asks the configuration for: on shared computers nothing of what was typed outlives a sign-out.
INSERT INTO "configuracao" ("name", "type", "value", "descricao") VALUES
  ('RASCUNHO_APAGA_AO_SAIR', 'boolean', 'false', 'Apagar os rascunhos deste computador quando a pessoa sai')
ON CONFLICT ("name") DO NOTHING;
