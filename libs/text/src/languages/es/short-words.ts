/** Words of Spanish that say the same: short ones, units, and those of other countries. */
export const shortWords = `
tele televisión televisor|bici bicicleta|foto fotografía|moto motocicleta|boli bolígrafo|cole colegio|profe profesor|peli película|cumple cumpleaños
uni universidad|refri refrigerador nevera frigorífico heladera|ordenador computadora computador|móvil celular teléfono|piso apartamento departamento
coche carro auto|min minuto minutos|seg segundo segundos|kilo kilogramo kg|kilómetro kilómetros km|metro metros|centímetro centímetros cm|gramo gramos
litro litros|euro euros eur|núm número|doctor médico dr|mamá madre|papá padre|abu abuela|app aplicación|contraseña clave|wifi wlan
autobús bus camión colectivo|patata papa|zumo jugo|gafas lentes anteojos|hora horas
sueldo salario|lavadora lavarropas|regalo regalos obsequio recuerdo|electricidad luz|renunciar renuncia renunció dimitir dimite dimitió
alquiler renta arriendo|niño niños chico chicos|maleta maletas valija|dinero plata|fontanero plomero|aparcamiento estacionamiento parking|boleto billete entrada
`;
